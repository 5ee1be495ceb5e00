"""What other systems export, read into plain records: no database, no network."""
