"""Words that say what holds for long, in many languages, as whole words.

They are sought in text that is folded (NFKC, small letters, "ß" as "ss"). Where words are written
together or take endings, what may stand before and after is said: 정보유출 has no 보유 in it, and
学习惯例 no 习惯.
"""

import re
from unicodedata import normalize

_ENGLISH = (
    r"prefer(?:s|red|ence|ences)?|favou?rites?|(?:dis)?likes|loves|hates"
    r"|(?:i|we|user)(?: (?:really|also|still|always|do not|don't))? (?:like|love|hate|dislike)"
    r"|habits?|habitually|routines?|workflows?|polic(?:y|ies)|decisions?|decides?|decided|owns"
    r"|(?:i|we) own|names? (?:is|are)|is (?:named|called)|call me|goes by|allerg(?:y|ies|ic)"
    r"|vegan|vegetarian|intoleran(?:t|ce)|diabet(?:es|ic)|asthma|diagnosed|born (?:in|on)|birthday"
    r"|lives in|i live in|moved to|works (?:as|at|for|in)|i work (?:as|at|for|in)|native language"
    r"|(?:my|user's|his|her|their) (?:wife|husband|partner|son|daughter|mother|father|brother"
    r"|sister|boss|dog|cat|job|employer|doctor)|married|from now on|conventions?|principles?"
)
_GERMAN = (
    r"bevorzug(?:t|e|en)|vorlieben?|liebling(?:s\w*)?|mag|m[öo]gen|liebt|liebe|hasst|hasse"
    r"|gewohnheit(?:en)?|routinen?|arbeitsabl[äa]uf(?:e|en)?|arbeitsablauf|richtlinien?"
    r"|(?<!in der )regeln?|entscheidung(?:en)?|entschied(?:en)?|entscheidet|besitz(?:t|e)"
    r"|heiss(?:t|e)|name ist|allerg(?:ie|ien|isch|iker|ikerin)|veganer?(?:in)?|vegetarier(?:in)?"
    r"|vegetarisch|vegan|unvertr[äa]glichkeit(?:en)?|diabetes|diabetiker(?:in)?|geboren"
    r"|geburtstag|wohnt|wohne|arbeitet (?:als|bei)|arbeite (?:als|bei)|muttersprache|verheiratet"
    r"|ab (?:jetzt|sofort)|grunds[äa]tz(?:e|lich)"
)
_SPANISH = (
    r"prefiere[ns]?|prefiero|preferencias?|favorit[oa]s?|le (?:gusta|encanta)n?"
    r"|me (?:gusta|encanta)n?|odia|odio|h[áa]bitos?|costumbres?|rutinas?|flujos? de trabajo"
    r"|pol[íi]ticas? de|normas?|decisi(?:[óo]n|ones)|decidi[óo]|decid[íi]|ha decidido|due[ñn][oa]"
    r"|se llama|me llamo|nombre es|al[ée]rgic[oa]s?|alergias?|vegan[oa]|vegetarian[oa]"
    r"|intolerancias?|diab[ée]tic[oa]|diabetes|naci[óo]|nac[íi]|cumplea[ñn]os|vive en|vivo en"
    r"|trabaja (?:como|en|para)|trabajo (?:como|en|para)|casad[oa]|a partir de ahora"
)
_FRENCH = (
    r"pr[ée]f[èe]re(?:nt)?|pr[ée]f[ée]rences?|pr[ée]f[ée]r[ée]e?s?|favori(?:te)?s?"
    r"|(?:aime|adore|d[ée]teste)(?:nt)?|habitudes?|routines?|d[ée]cisions?|d[ée]cid[ée]e?s?"
    r"|poss[èe]de|propri[ée]taire|s'appelle|m'appelle|nom est|allergi(?:e|es|que|ques)"
    r"|v[ée]gane?|v[ée]g[ée]tarien(?:ne)?|intol[ée]ran(?:t|te|ce)|diab[ée]tique|diab[èe]te"
    r"|née? (?:le|en|à)|anniversaire|habite|vit à|travaille (?:comme|chez|pour)"
    r"|mariée?|d[ée]sormais"
)
_ITALIAN = (
    r"prefer(?:isce|iscono|isco)|preferenz[ae]|preferit[oaie]|gli piace|le piace|mi piace"
    r"|piacciono|adora|odia|abitudin[ei]|decision[ei]|deciso|decide|possiede|proprietari[oa]"
    r"|si chiama|mi chiamo|nome è|allergi(?:a|e|co|ca|ci|che)|vegan[oa]|vegetarian[oa]"
    r"|intolleran(?:te|za)|diabete|diabetic[oa]|nat[oa] (?:il|a|nel)|compleanno|vive a|vivo a"
    r"|abita|lavora (?:come|per|in|da)|sposat[oa]|d'ora in poi"
)
_PORTUGUESE = (
    r"prefere[ms]?|prefiro|prefer[êe]ncias?|favorit[oa]s?|gosta de|gosto de|adora|odeia"
    r"|h[áa]bitos?|rotinas?|decis(?:[ãa]o|[õo]es)|decidiu|decidi|possui|don[oa] de"
    r"|chama-se|se chama|me chamo|nome é|al[ée]rgic[oa]s?|alergias?|vegan[oa]|vegetarian[oa]"
    r"|intoler[âa]ncias?|diabetes|diab[ée]tic[oa]|nasceu|anivers[áa]rio|mora em|moro em|vive em"
    r"|trabalha (?:como|em|na|no|para)|casad[oa]|a partir de agora"
)
_DUTCH = (
    r"voorkeur(?:en)?|verkiest|lievelings\w*|favoriete?|houdt van|hou van|haat|gewoontes?"
    r"|gewoonten|werkwijzen?|beleid|beslissing(?:en)?|besloten|besloot|bezit"
    r"|(?:ik|hij|zij|ze|hond|kat|vrouw|man|zoon|dochter) heet|naam is"
    r"|allergi(?:e|[ëe]n|sch|sche)|veganist(?:isch)?|vegetari[ëe]r|vegetarisch|intolerantie"
    r"|diabetes|geboren|verjaardag|woont in|woon in|werkt (?:als|bij|voor)|getrouwd|vanaf nu"
)
_RUSSIAN = (
    r"предпочита(?:ет|ю|ют|ешь)|предпочтени[еяй]|любим(?:ый|ая|ое|ые|ую)|любит|люблю|ненавидит"
    r"|ненавижу|нравится|нравятся|привычк[аиуе]|привычек|распорядок|решени[еяй]|решила?"
    r"|владеет|зовут|имя|аллерги(?:я|и|ю|ей|к|ик|чка|ческий)|веган(?:ка)?|вегетариан(?:ец|ка)"
    r"|диабет(?:ик)?|астма|родил(?:ся|ась)|день рождения|жив[её]т в|живу в|работает|работаю"
    r"|женат|замужем|отныне"
)
_OTHER = (
    # Polish, Swedish, Turkish, Indonesian.
    r"woli|wol[ęe]|preferuje|ulubion[yae]|lubi|lubi[ęe]|nienawidzi|nawyk(?:i|iem)?|decyzj[aęei]"
    r"|zdecydował[a]?|posiada|nazywa się|ma na imię|alergi[aęi]|uczulon[ya]|mieszka w|pracuje"
    r"|föredrar|favorit(?:er)?|gillar|älskar|hatar|vanor|vana|beslut(?:et|at)?|heter|allergisk"
    r"|allergi|bor i|jobbar|arbetar"
    r"|tercih (?:ediyor|eder|ediyorum|ederim|etti)|seviyor(?:um)?|nefret|alışkanlığ\w*"
    r"|alışkanlık(?:lar)?|karar (?:verdi|verdim|aldı)|adı|adım|ismi|alerjisi|alerjim|alerjik"
    r"|yaşıyor|çalışıyor|doğum günü"
    r"|lebih suka|kesukaan|kebiasaan|memutuskan|keputusan|bernama|namanya|alergi|tinggal di"
)
_MORE = (
    # Danish and Norwegian, Finnish, Czech and Slovak, Ukrainian.
    r"hedder|foretr[æe]kker|elsker|liker|yndlings\w*|beslutning(?:er)?|besluttede"
    r"|nimeni|nimi on|allergi(?:nen|a)|suosikki\w*|p[äa]ätti|p[äa]ätin|p[äa]ätös|asuu|asun"
    r"|vegaani|kasvissyöjä"
    r"|jmenuj[eiu]|vol[áa](?:m )?sa|alergi(?:ck[ýá]|k)|m[áa]m? r[áa]da?|nesn[áa]ší|oblíben[ýáé]"
    r"|rozhod(?:la?|nutí|ol)|zvyky?|bydlí(?:m)?"
    r"|звати|ім'я|алергі(?:я|ю|ї|к)|любить|ненавид(?:ить|жу)|подобається|звичк[аиу]|виріши(?:в|ла)"
    r"|рішення|віддає перевагу|мешкає|улюблен(?:ий|а|е|і)"
    # Romanian, Hungarian, Greek (a last sigma is folded), Vietnamese, Persian.
    r"|numesc|numește|prefer[ăa]|(?:îmi|îi) place|alergic[ăa]?|obicei(?:uri)?|hotărât|locuiește"
    r"|nevem|a neve|kedvenc\w*|szereti|szeretem|utálja|utálom|allergiás|szokás\w*|döntött(?:em)?"
    r"|döntés\w*|lakik|lakom"
    r"|προτιμ(?:ά|ώ)|αλλεργ(?:ία|ίεσ|ικόσ|ική)|(?:με|τον|την) λένε|όνομα|(?:μου|του|τησ) αρέσει"
    r"|μισ(?:ώ|εί)|συνήθει(?:α|εσ)|αποφάσισ(?:α|ε)|απόφαση|(?:μένω|μένει) στ\w+"
    r"|thích|ghét|dị ứng|tên (?:là|tôi)|tôi tên|sống (?:ở|tại)|thói quen|quyết định|ăn chay"
    r"|اسمم|اسمش|آلرژی|حساسیت|ترجیح|دوست دار\w+|متنفر|عادت|تصمیم|گیاهخوار"
)
_HEBREW = (
    r"[והש]?(?:שמי|שמו|שמה|קוראים ל\w+|אלרגית?|אלרגיה|אוהבת?|שונאת?|מעדיפה?|הרגל"
    r"|החליטה?|החלטתי|החלטה|צמחונית?|טבעונית?|גרה? ב\w+|סוכרת)"
)
_ARABIC = (
    r"[وف]?(?:يفضل|تفضل|أفضل|يحب|تحب|أحب|يكره|تكره|أكره|عادته|عادتها|عادتي|قرر|قررت|قرار|يملك"
    r"|تملك|أملك|اسمه|اسمها|اسمي|حساسية|نباتي|نباتية|يسكن|تسكن|أسكن|يعيش|تعيش|أعيش)"
)
# With particles after them, but nothing of another word before: 정보유출, 결정체.
_KOREAN = (
    r"(?<![가-힣])(?:선호|취향|(?:식|생활)?습관|루틴|워크플로|규칙(?!적)|정책|방침|결정(?!체|적|질)|결심|보유|소유"
    r"|좋아(?:하|해|한)|싫어(?:하|해|한)|즐겨|이름[은이]|알레르기|알러지|채식주의|비건|당뇨|천식"
    r"|생일|거주|결혼|기억해|앞으로는)"
    r"|[가-힣](?:에|에서) (?:살(?:고|아|며)|산다|일(?:하|한|해))|라고 (?:불러|부른|해)"
)
# Without spaces: what stands beside is named where it makes another word.
_JAPANESE_AND_CHINESE = (
    r"好み|好き|嫌い|苦手|日課|ルール|決め(?:た|て|る)|決心|所有(?!格)|名前[はが]|という名前|と呼んで|アレルギー"
    r"|ビーガン|ヴィーガン|菜食|糖尿病|喘息|誕生日|に住んで|に住む|で働い|に勤め|結婚|覚えて|今後は|これからは"
    r"|(?<![学學])(?:习惯|習慣)(?!例)|[决決]定(?![的性论論])|方针|方針"
    r"|偏好|喜欢|喜歡|喜爱|喜愛|最爱|最愛|讨厌|討厭|规矩|規矩|工作流|政策|拥有|擁有|名字|我叫|名叫|叫做|过敏|過敏"
    r"|素食|纯素|哮喘|生日|住在|居住|工作于|任职|任職|结婚|已婚|记住|記住|从现在起|以后都"
)
_DEVANAGARI = r"(?<![\u0900-\u097f])(?:पसंद|नापसंद|आदत|फ़ैसला|फैसला|निर्णय|नाम|एलर्जी|शाकाहारी|रहता|रहती)"
_BENGALI = r"(?<![\u0980-\u09ff])(?:নাম|পছন্দ|অপছন্দ|অভ্যাস|সিদ্ধান্ত|অ্যালার্জি|নিরামিষ)"
_THAI = (
    r"(?<!ผิด)ชอบ(?!ธรรม)|นิสัย|ตัดสินใจ|(?<!เ)ชื่อ(?!เสียง)|แพ้(?:ยา|อาหาร|ถั่ว|นม|กุ้ง|อากาศ|ฝุ่น)|มังสวิรัติ|อาศัยอยู่"
)
_SPACED = "|".join(
    [
        _ENGLISH,
        _GERMAN,
        _SPANISH,
        _FRENCH,
        _ITALIAN,
        _PORTUGUESE,
        _DUTCH,
        _RUSSIAN,
        _OTHER,
        _MORE,
        _HEBREW,
        _ARABIC,
    ]
)
LASTING = re.compile(
    normalize(
        "NFKC",
        rf"(?<![\w'-])(?:{_SPACED})(?!\w)|{_KOREAN}|{_JAPANESE_AND_CHINESE}|{_DEVANAGARI}|{_BENGALI}|{_THAI}",
    )
)
