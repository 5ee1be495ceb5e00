"""How German speakers ask for something to be remembered."""

from worker.engines.rules.german_words import pattern, rule
from worker.records import Relevance

_PLEASE = r"(?: (?:bitte|mal|doch|unbedingt|gut|einfach|immer|auch|schon mal))*"
# For "du" and for "Sie".
_RECALL = (
    rf"(?:merke? dir{_PLEASE}|merken Sie sich{_PLEASE}|behalte?{_PLEASE} im (?:Hinterk|K)opf"
    rf"|behalten Sie{_PLEASE} im (?:Hinterk|K)opf|denke?{_PLEASE} (?:daran|dran)"
    rf"|denken Sie{_PLEASE} daran|vergiss{_PLEASE} (?:nicht|nie|niemals)"
    rf"|vergessen Sie{_PLEASE} (?:nicht|nie|niemals)|notiere?(?: dir)?{_PLEASE}"
    rf"|notieren Sie(?: sich)?{_PLEASE}|schreibe? dir{_PLEASE} auf"
    rf"|speichere?(?: dir)?{_PLEASE}(?: ab)?"
    r"|(?:bitte|unbedingt) (?:merken|notieren|speichern)|nicht vergessen|(?:ich möchte|ich will"
    r"|ich hätte gern), dass du dir merkst|du (?:sollst|musst) dir merken)"
)
# What "beachte" introduces is as often a condition of the task at hand.
_CONSIDER = (
    rf"(?:(?:beachte|bedenke|berücksichtige){_PLEASE}|(?:beachten|bedenken"
    rf"|berücksichtigen) Sie{_PLEASE})"
)
_CAN_YOU = r"(?:(?:kannst|könntest|würdest) du(?: dir)?|(?:können|könnten|würden) Sie(?: sich)?)"
_TO_RECALL = r"(?:merken|notieren|einprägen|im (?:Kopf|Hinterkopf) behalten)"
_MINE = r"(?:ich|mein(?:e[nmrs]?)?|mir|wir|unser(?:e[nmrs]?)?)\b"
_THAT = rf"(?:,? da(?:ss|ß)\b|:| -|,? (?={_MINE}))"
_PAST_TALK = (
    r"(?! ?(?:ich (?:dir|Ihnen|es|das) (?:\w+ )?(?:gesagt|erzählt|geschrieben)|wir (?:\w+ )?"
    r"(?:darüber|davon)|ich dich|damals|gestern|als)\b)"
)
_THIS = r"(?:das|dies|Folgendes|das Folgende|alles|diese (?:Infos?|Informationen|Punkte|Daten))"
_LATER = (
    r"(?: (?:bitte|gut|mal|für (?:später|das nächste Mal|die Zukunft|immer)|fürs nächste Mal|alles"
    r"|unbedingt|dauerhaft))*"
)

# Between people, "und denk dran, dass ..." gives comfort and asks for nothing.
REMEMBER = rule(
    "remember",
    Relevance.HIGH,
    rf"(?<!und ){_RECALL}{_THAT}{_PAST_TALK} ?\S?",
    rf"(?<!und ){_RECALL},? (?:immer |nie |nur )?(?:auf \w+ )?zu (?:antworten|schreiben)\b",
    rf"{_CONSIDER}(?:,? da(?:ss|ß)|:)(?= (?:\w+ ){{0,2}}?{_MINE}) ?{_PAST_TALK}\S",
    rf"{_CAN_YOU}{_PLEASE} {_TO_RECALL}{_THAT}{_PAST_TALK} ?\S",
    rf"(?:{_CAN_YOU}{_PLEASE} {_THIS}{_PLEASE} {_TO_RECALL})\b",
    rf"(?<!und )(?:merke? dir|merken Sie sich|notiere?(?: dir)?|notieren Sie(?: sich)?)"
    rf"{_PLEASE} {_THIS}(?!{_LATER} nicht\b)(?={_LATER}[.!: \ufffc]*$)",
    rf"(?<!und ){_RECALL}[.!:]*$|(?<!und )(?:merke? dir|merken Sie sich){_PLEASE} {_THIS}: ?\w",
    rf"{_THIS} (?:bitte|unbedingt)* ?(?:merken|notieren)[.!:]*$|das (?:musst|sollst"
    r"|solltest) du dir"
    r"(?: unbedingt| bitte)? merken\b",
    r"(?:vergiss|vergessen Sie) (?:das|es) (?:bitte |bloß |ja |auf keinen Fall )*(?:nicht|nie)\b",
    r"behalte?(?:n Sie)? (?:das|es)(?: bitte)? im (?:Kopf|Hinterkopf)\b",
    r"(?:fürs nächste Mal|für (?:das nächste Mal|die Zukunft|später)"
    r"|für künftige Gespräche)[:,] ?\w",
)
BARE = pattern(
    rf"(?:merke? dir|merken Sie sich|notiere?(?: dir)?|notieren Sie(?: sich)?){_PLEASE} {_THIS}"
    rf"{_LATER}[.!: \ufffc]*$",
    rf"{_CAN_YOU}{_PLEASE} {_THIS}{_PLEASE} {_TO_RECALL}[.!?: ]*$",
    rf"{_RECALL}[.!: \ufffc]*$",
    rf"{_THIS} (?:bitte|unbedingt)* ?(?:merken|notieren)[.!:]*$|das (?:musst|sollst"
    r"|solltest) du dir"
    r"(?: unbedingt| bitte)? merken[.!: ]*$",
    r"(?:vergiss|vergessen Sie) (?:das|es) (?:bitte |bloß |ja |auf keinen Fall )*(?:nicht|nie)"
    r"(?: mehr)?[.!: ]*$",
    r"behalte?(?:n Sie)? (?:das|es)(?: bitte)? im (?:Kopf|Hinterkopf)[.!: ]*$",
)
ASKED_TO = pattern(_CAN_YOU)
