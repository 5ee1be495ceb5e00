"""English nouns: what people care for, and what an errand is about."""

import re

# Things of a life.
THINGS = re.compile(
    r"\b(?:wedding|part(?:y|ies)|birthday|anniversar(?:y|ies)|concerts?|festivals?|gigs?"
    r"|recital|(?:first|talent|art|fashion|dog|stand-?up|comedy) show|stand-?up|keys to"
    r"|exhibitions?|galler(?:y|ies)|museums?|theat(?:er|re)|cinema|movies?|films?|matche?s?"
    r"|tournaments?|races?|marathons?|triathlon|competitions?|contests?|parade|fair|market"
    r"|ceremony|reunion|funeral|picnic|barbecue|bbq|brunch|feast|vacation|holidays?|road ?trip"
    r"|trips?|cruise|hik(?:e|es|ing)|camp(?:ing)?|retreat|workshops?|(?:\w+ )?class(?:es)?"
    r"|courses?|lessons?|lectures?|conference|convention|meetup|(?<!golf )clubs?|choir|band"
    r"|orchestra|league|church|temple|mosque|shelter|charit(?:y|ies)|fundraiser|community"
    r"|neighbou?rhood|protest|rally|campaign|elections?|parks?|zoo|aquarium|library|bookshop"
    r"|bookstore|jobs?|interview(?! question)|promotion|career|degree|diploma|scholarship"
    r"|internship|school|college|universit(?:y|ies)|semester|thesis(?! statement)|shop|store"
    r"|business|bakery|studio|restaurants?|cafe|café|coffee shop|gym|salon|farm|home|house"
    r"|apartment|(?:my|our|new|first) flat|garden|kitchen|cabin|attic|balcony|backyard|yard"
    r"|town|city|village|country(?:side)?|dogs?|cats?|pupp(?:y|ies)|kittens?|pets?|horses?"
    r"|birds?|bab(?:y|ies)|twins|surgery|hospital|doctors?|therapists?|therapy|knee|wrist|ankle"
    r"|shoulder|injur(?:y|ies)|accident|cancer|recovery|lump|biopsy|kidneys?|heart attack"
    r"|stroke|chemo\w*|(?:sign|new|foreign|second) language|finish line|pregnan(?:t|cy)|diet"
    r"|weight|guitar|piano|violin|cello|drums|trumpet|flute|saxophone|songs?|albums?|playlist"
    r"|music(?:al)?|danc(?:e|es|ing)|ballet|yoga|pilates|karate|(?:kick)?boxing|judo|taekwondo"
    r"|martial arts|chess|football|soccer|basketball|baseball|tennis|golf|hockey|rugby|cricket"
    r"|swimming|running|cycling|climbing|fishing|surfing|skiing|snowboarding|pottery|ceramics"
    r"|paintings?|drawings?|sculptures?|photos? of|photography|(?:new|old|film) camera|knitting"
    r"|sewing|sweater|scarf|quilt|woodworking|bookshel(?:f|ves)|furniture|puzzle|novels?|poems?"
    r"|poetry|memoir|blog|podcast|comics?|screenplay|diary|journal|stamps|coins|vinyl"
    r"|hearing aids?|wheelchair|(?:law|art|medical|film|drama|night|high|primary|middle) school"
    r"|in-laws|collections?|(?:nursing|degree|training|exchange|abroad) program(?:me)?|bikes?"
    r"|bicycle|motorcycle|car|boat|kayak|canoe|tent|beach(?:es)?|lakes?|rivers?|sea|ocean"
    r"|mountains?|forest|woods|trails?|islands?|desert|waterfalls?|sunsets?|sunrise|stars"
    r"|eclipse|snow|tattoo|haircut|ring|award|trophy|medal|prize|video games?|board games?"
    r"|gaming|anime|manga|series|(?:an?|my|new|this|another|favou?rite|comic"
    r"|fantasy) (?:[\w-]+ )?book|books|letters?|rejection|project|my dream|dreams? of|grief"
    r"|loss|divorce|breakup|mental health|anxiety|panic|stress(?:ed)?|depress\w+|faith|god"
    r"|prayer|tradition|culture|heritage|roots|volunteer\w*|donat\w+|adopt\w*|non-?profit"
    r"|foster\w*|mentor\w*|activis[tm]\w*"
    r"|rescue|flowers?|plants?|trees?|tomatoes|vegetables|goodbye|surprise)\b",
    re.IGNORECASE,
)

# What an errand is about: a program, an account, an order, a sum, a dish on the stove.
ERRAND = re.compile(
    r"\b(?:errors?|bugs?|exceptions?|stack ?traces?|logs|code|coding problem|functions?"
    r"|loops?|arrays?|tuples?|dicts?|columns?|rows?|quer(?:y|ies)|databases?|servers?|containers?"
    r"|cluster|configs?|configuration|folders?|director(?:y|ies)|repos?(?:itory)?|branch"
    r"|commits?|rebase|merge|pull request|apis?|endpoints?|requests? (?:fail|return)\w*|json|csv"
    r"|html|css|sql|regex|variables?|imports?|packages?|dependenc(?:y|ies)|modules?|npm|(?-i:pip)"
    r"|install(?:ed|ing)?|deploy\w*|terminal|shell|command|browsers?|plugins?|drivers? (?:update"
    r"|version)|router|wi-?fi|printer|passwords?|log ?in|logging in|logged in|checkout"
    r"|refunds?|invoices?|receipts?|subscription|tracking number|order number|my order|parcel"
    r"|cover letter|paragraphs?|sentences?|wording|spreadsheets?|formulas?|pivot|pdfs?"
    r"|screenshots?|fonts?|prompts?|equations?|integrals?|fractions?|derivatives?|exercise \d+"
    r"|step \d+|chapter \d+|page \d+|(?:the|your|my) answers?|dough|oven|batter"
    r"|sauce (?:split|is)|recipe and|hotels? near|cheapest|booking reference|layover"
    r"|(?:my|the|black|blue) screen|crash(?:es|ed)|timeouts?|segfault|memory leak|virtualenv"
    r"|environment variables?|localhost|staging|tests? (?:pass|fail)\w*|compil\w+|syntax"
    r"|documentation|docs|version \d[\d.]*|attached|attachment|button|link|url"
    r"|website (?:is|says|won't)|(?:first|second|last) option|suggest(?:ed|ions?)|output|parse\w*"
    r"|reproduce|my (?:character|hero|heroine|protagonist|avatar|npc)|(?:opened|support"
    r"|submitted) (?:a "
    r")?tickets?|(?:been|was|were|got) (?:charged|billed))\b",
    re.IGNORECASE,
)
# What may be an errand, and in a talk about lives seldom is.
CHORE = re.compile(
    r"\b(?:scripts?|files?|updates?|e-?mails?|essay|drafts?|slides?|charts?|documents?|summary|visa"
    r"|settings|production|tutorial|template|homework|expected|input|accounts?|orders?"
    r"|payment|app)\b",
    re.IGNORECASE,
)
# What it was good for did not help: a trouble to be solved now.
STUCK = re.compile(
    r"\b(?:but|and|yet|now) (?:now )?(?:it|that|this|the \w+|nothing|they)(?:'s| is)? (?:still"
    r"|keeps|won't|doesn't|does not|didn't|isn't|not|never|fails?|failed|gone|off|too|burned"
    r"|broke|stopped|exits?|crash\w*|returns?)\b|\bgot stuck\b|\bno luck\b|\bsame (?:error"
    r"|result)|\b(?:doesn't|does not|didn't|won't) (?:work|help|start|load|open)\b"
    # Or something is to be done at once.
    r"|[,;] (?:(?:so|and) )?(?:please )?(?:write|give|explain|make|tell|show|help|suggest|check"
    r"|quiz|list|find|summari[sz]e|translate|recommend|create|generate|keep|add|fix|compare"
    r"|do) (?:me|it"
    r"|this|that|an?|the|them|some|my|us)\b",
    re.IGNORECASE,
)
# What happens seldom and is remembered for long.
NOTABLE = re.compile(
    r"\b(?:married|marry|marrying|wedding|engaged|divorced?|adopt(?:ed|ing)?|bab(?:y|ies)"
    r"|pregnan\w+|gave birth|born|graduat\w+|retir(?:ed|ing|ement)|promot(?:ed|ion)|hired|fired"
    r"|laid off|new job|job offer|lost my|passed away|died|death|funeral|surgery|diagnos\w+|cancer"
    r"|hospital|accident|broke (?:my|up)|inherited|won|award|scholarship|degree|emigrated"
    r"|mov(?:ed?|ing) (?:to|from|into|in|out)|bought (?:a|my|our) (?:\w+ )?(?:house|flat|apartment"
    r"|home|car|farm|boat|van)|open(?:ed|ing)? (?:a|my|our) (?:own )?(?:\w+ )?(?:shop|store"
    r"|studio|business|restaurant|cafe|café|gym|bakery|bookshop)|publish(?:ed|ing)?|enrolled"
    r"|accepted (?:into|to|at)|quit my|left my|marathon|miscarr\w+|came out as|for the first time"
    r"|(?:new|first) (?:house|apartment|home|puppy|kitten|dog|cat|car|book|album|tattoo))\b",
    re.IGNORECASE,
)
