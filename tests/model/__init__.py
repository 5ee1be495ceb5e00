"""What memory is, in plain Python: facts that change, and all else worked out from them anew.

Written from the design alone. A test plays the same steps here and in the database and compares.
"""
