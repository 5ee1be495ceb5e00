"""Threads in many languages, and what an observer would write of them."""

from typing import NamedTuple


class Telling(NamedTuple):
    """What was said by turns, the user first, and lines of memory with the place that says each."""

    said: tuple[str, ...]
    observed: tuple[tuple[str, int], ...]


TELLINGS = {
    "English": Telling(
        (
            "My sister Nora is moving to Leeds in the spring and I help her with the boxes.",
            "That is kind of you. Make a list of what goes where, label every box on two sides, "
            "keep one bag with keys, papers, chargers and medicine apart, ask about the lift, "
            "and book the van three weeks ahead. Do you know yet how many rooms there are?",
            "Three rooms. I can't lift much though, I had surgery on my back.",
            "Then leave the wardrobe to the movers, and take the light boxes.",
            "By the way, can you write my emails shorter? I only ever read the first two lines.",
            "Of course, I will keep them to two lines.",
        ),
        (
            ("User's sister Nora is moving to Leeds in the spring", 0),
            ("User had back surgery and cannot lift much", 2),
            ("User wants short emails and reads only the first two lines", 4),
        ),
    ),
    "German": Telling(
        (
            "Ich habe eine Werkstatt im Keller eingerichtet und baue gerade einen Schaukelstuhl.",
            "Welches Holz nimmst du? Esche biegt sich gut und hält lange.",
            "Esche, vom Sägewerk in Murnau. Samstags bin ich immer dort.",
            "Denk an Handschuhe und eine Absaugung, sonst atmest du den feinen Staub ein.",
            "Gegen Staub bin ich allergisch, deshalb trage ich eine Maske.",
            "Gute Entscheidung.",
        ),
        (
            ("Nutzer baut in seiner Werkstatt im Keller einen Schaukelstuhl", 0),
            ("Nutzer kauft Esche beim Sägewerk in Murnau", 2),
            ("Nutzer ist gegen Staub allergisch und trägt eine Maske", 4),
        ),
    ),
    "Spanish": Telling(
        (
            "Mi hija empieza el colegio en septiembre y todavía no tiene mochila.",
            "¿Qué colores le gustan? Hay mochilas ligeras con ruedas.",
            "El verde. Odia las ruedas porque hacen ruido en la calle empedrada.",
            "Entonces una mochila sin ruedas, con tirantes anchos.",
            "También quiero aprender a tocar la guitarra, practico los domingos.",
            "Empieza con tres acordes sencillos.",
        ),
        (
            ("La hija del usuario empieza el colegio en septiembre", 0),
            ("La hija odia las ruedas por el ruido en la calle empedrada", 2),
            ("El usuario practica la guitarra los domingos", 4),
        ),
    ),
    "French": Telling(
        (
            "Je prépare un marathon à Nantes et je cours quatre fois par semaine.",
            "Bravo ! Pensez à dormir assez et à boire beaucoup.",
            "Mon genou gauche me fait mal depuis l'hiver, le médecin parle de tendinite.",
            "Réduisez alors les distances pendant quelques jours.",
            "D'accord. Sinon je suis végétarienne, je ne mange ni viande ni poisson.",
            "Les lentilles et le tofu donnent assez de protéines.",
        ),
        (
            ("L'utilisatrice prépare un marathon à Nantes", 0),
            ("Elle a mal au genou gauche, une tendinite selon le médecin", 2),
            ("Elle est végétarienne et ne mange ni viande ni poisson", 4),
        ),
    ),
    "Russian": Telling(
        (
            "Моя бабушка живёт в Томске, я звоню ей каждое воскресенье.",
            "Это прекрасно. О чём вы говорите?",
            "О саде. Она выращивает помидоры и розы.",
            "Розам нужно много солнца и обрезка весной.",
            "Ещё я учу немецкий язык, экзамен в июне.",
            "Удачи на экзамене!",
        ),
        (
            ("Бабушка пользователя живёт в Томске", 0),
            ("Бабушка выращивает помидоры и розы", 2),
            ("Пользователь учит немецкий язык, экзамен в июне", 4),
        ),
    ),
    "Turkish": Telling(
        (
            "Köpeğim Karabaş altı yaşında ve havuç yemeyi çok seviyor.",
            "Havuç köpekler için zararsız, küçük parçalara bölün.",
            "Bu arada Ankara'da yeni bir işe başladım, muhasebe bölümünde.",
            "Tebrikler! Yeni iş yeri nasıl?",
            "Güzel ama sabahları erken kalkamıyorum, uykum ağır.",
            "Perdeleri açık bırakmayı deneyin.",
        ),
        (
            ("Kullanıcının köpeği Karabaş altı yaşında", 0),
            ("Kullanıcı Ankara'da muhasebe bölümünde işe başladı", 2),
            ("Kullanıcı sabahları erken kalkamıyor", 4),
        ),
    ),
    "Korean": Telling(
        (
            "제 동생이 부산에서 작은 빵집을 열었어요.",
            "축하드려요! 어떤 빵을 파나요?",
            "식빵하고 소금빵이요. 새벽 다섯 시에 문을 열어요.",
            "새벽부터 손님이 많겠네요.",
            "저는 우유 알레르기가 있어서 못 먹어요.",
            "두유로 만든 빵도 맛있어요.",
        ),
        (
            ("사용자의 동생이 부산에서 빵집을 열었다", 0),
            ("빵집은 새벽 다섯 시에 문을 연다", 2),
            ("사용자는 우유 알레르기가 있다", 4),
        ),
    ),
    "Japanese": Telling(
        (
            "来年の春に京都へ引っ越して、大学院で歴史を勉強します。",
            "素敵ですね。どんな時代の歴史ですか。",
            "江戸時代の商人の手紙を読んでいます。",
            "古い手紙は読みにくいでしょう。",
            "はい、それと猫を二匹飼っているので、広い部屋を探しています。",
            "猫が飼える部屋は少ないので早めに探しましょう。",
        ),
        (
            ("ユーザーは京都の大学院で歴史を勉強する", 0),
            ("ユーザーは江戸時代の商人の手紙を読んでいる", 2),
            ("ユーザーは猫を二匹飼っている", 4),
        ),
    ),
    "Chinese": Telling(
        (
            "我父亲下个月退休，他在上海的医院当了三十年外科医生。",
            "真了不起，你们准备怎么庆祝？",
            "我们想带他去云南看雪山，他一直喜欢摄影。",
            "雪山早晨的光线最适合拍照。",
            "我自己怕高，所以不坐缆车。",
            "那可以在山脚下等他。",
        ),
        (
            ("用户的父亲在上海当了三十年外科医生", 0),
            ("用户想带父亲去云南看雪山，父亲喜欢摄影", 2),
            ("用户怕高，不坐缆车", 4),
        ),
    ),
    "Arabic": Telling(
        (
            "أختي تدرس الطب في عمان وتسكن مع صديقتها.",
            "بالتوفيق لها! في أي سنة هي؟",
            "السنة الرابعة. وأنا أعمل مهندسا في شركة اتصالات.",
            "عمل ممتع. هل تعمل من البيت؟",
            "أحيانا. لا أشرب القهوة بعد الظهر لأنني لا أنام.",
            "جرب شاي البابونج.",
        ),
        (
            ("أخت المستخدم تدرس الطب في عمان", 0),
            ("المستخدم يعمل مهندسا في شركة اتصالات", 2),
            ("المستخدم لا يشرب القهوة بعد الظهر", 4),
        ),
    ),
}
