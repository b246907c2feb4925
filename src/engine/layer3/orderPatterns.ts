/** How people order something for good, by language. Each pattern looks at one sentence of some hundred characters. */

/** A word's beginning and end, in any script. */
const FROM = String.raw`(?<![\p{L}\p{M}\p{N}_])`;
const TO = String.raw`(?![\p{L}\p{M}\p{N}_])`;

/** Where a clause begins: the verb that stands here orders. */
const CLAUSE =
  String.raw`(?:^|[,.;:!¡(«"“–—-]\s*|${FROM}(?:and|but|so|then|please|also|y|e|o|pero|favor|et|mais|und|aber|bitte|` +
  String.raw`mas|ma|и|а|но|пожалуйста)\s+)[\s*_]*`;

function anywhere(words: string): RegExp {
  return new RegExp(`${FROM}(?:${words})${TO}`, 'iu');
}

function atClause(words: string): RegExp {
  return new RegExp(`${CLAUSE}(?:${words})${TO}`, 'iu');
}

const ENGLISH = [
  // "We never commit to main" is a rule, "we never got there" a report.
  anywhere(
    String.raw`(?:we|you) (?:never|always|only ever|do not|don['’]t)(?! (?:got|had|did|know|see|seem|have|need|think|understand|been|\p{L}*[^e\s]ed)${TO}) \p{L}+`,
  ),
  anywhere(String.raw`I (?:also )?(?:do not|don['’]t|never|always|only) (?:ever )?(?:want|wish|like)`),
  anywhere(String.raw`(?:you|we) (?:cannot|can['’]t|can not|may not|may only|can only)`),
  anywhere(String.raw`must|mustn['’]t|should not|shouldn['’]t|should (?:never|always|only)`),
  anywhere(String.raw`(?<!(?:it|that|this|they|he|she|there|I) )may not`),
  anywhere(String.raw`(?:it is|it['’]s) (?:\p{L}+ )?(?:important|essential|crucial|critical|vital|mandatory|required)`),
  anywhere(
    String.raw`(?:is|are|be|it['’]s) (?:strictly )?(?:forbidden|prohibited|not allowed|not permitted|off[ -]limits)`,
  ),
  anywhere('under no circumstances|in no case|at all times|no matter what|refrain from|from now on|only use|use only'),
  atClause(
    String.raw`only (?!(?:the|an?|one|two|some|this|that|these|those|my|your|it|its|in|on|for|when|if|after|then|i|we|you|because)${TO})\p{L}+`,
  ),
];

const SPANISH = [
  // "No ejecutes", "no añadas", "no lo subas": no noun and no report ends so after a "no" that opens a clause.
  atClause(
    String.raw`no (?:(?:me|te|se|lo|la|los|las|le|les|nos) )?(?!(?:las|les|eres|estás|has|sabes|antes|después|además|apenas|más|entiendes|ves)${TO})\p{L}{2,}(?:[ea]s|éis|áis)`,
  ),
  // As spoken to a stranger: verbs in -ar end in -e, and the reports that end so too are few.
  atClause(
    String.raw`no (?:(?:me|se|lo|la|los|las|le|les) )?(?!(?:existe|puede|debe|tiene|parece|hace|permite|aparece|responde|sirve|sale|viene|quiere|sabe|ocurre|sucede|devuelve|resuelve|coincide|corresponde|depende|conoce|lee|recibe|escribe|imprime|convierte|vuelve|entiende|cumple|sigue|este|ese|siempre|entre)${TO})\p{L}{2,}(?:e|en)`,
  ),
  atClause(
    String.raw`no (?:(?:me|se|lo|la|los|las|le|les) )?(?:haga|ponga|añada|suba|escriba|diga|permita|incluya|rompa|introduzca|mueva|lea|abra|corra|convierta|elija|reescriba|traduzca|omita|repita|reinicie|asuma)n?`,
  ),
  anywhere(
    'no quiero (?:que|ver)|no (?:se )?(?:debe[sn]?|deberás?|deberías?|puedes)|no hay que|prohibid[oa]s?|tienes que|tiene que|hay que|debes|deberás|deben|' +
      'es (?:muy )?(?:importante|imprescindible|obligatorio|fundamental)|bajo ningún concepto|bajo ninguna circunstancia|en ningún caso|' +
      'de ninguna manera|de ningún modo|ni se te ocurra|a partir de ahora|de ahora en adelante|asegúrate|evita|evitar|recuerda|usa solo|usa sólo|únicamente',
  ),
  atClause(
    String.raw`(?:solo|sólo) (?!(?:el|la|los|las|un|una|en|con|para|por|he|hay|falta|queda|es|me|se|eso|esto|si|de|que|cuando)${TO})\p{L}+`,
  ),
  anywhere(
    String.raw`(?<!(?:está|es|era|esto|eso|lo|que|casi|como|yo) )(?:siempre|nunca|jamás)(?! (?:funcion|fall|pas|ocurr|sal[ei]|d[aeiu]${TO}|devuelv|termin|lleg|se |que |ha |había ))`,
  ),
];

const FRENCH = [
  atClause(String.raw`n(?:e |['’])(?:\S+ ){1,4}?(?:pas|jamais|plus|rien|aucune?)`),
  anywhere(
    String.raw`(?:tu|vous|on|il) ne (?:\S+ ){1,3}?(?:pas|jamais|plus|rien)(?<!il ne (?:s['’]agit|marche|fonctionne) pas)`,
  ),
  anywhere(
    String.raw`ne (?:pas|jamais|plus) \p{L}+(?:er|ir|re)|il faut|il ne faut|vous devez|tu dois|interdit(?:e|s|es)?|obligatoire|obligatoirement|` +
      String.raw`en aucun cas|sous aucun prétexte|uniquement|évite[zr]?|assure-toi|assurez-vous|à partir de maintenant|désormais`,
  ),
  anywhere(String.raw`(?<!(?:il|elle|ça|cela|est|suis|je|sont|n['’]a|n['’]ai) )(?:toujours|jamais)`),
];

const GERMAN = [
  // "Ändere nicht …", "Verwende keine …", "Lösche bitte nie …": the verb stands first.
  atClause(
    String.raw`(?!(?:das|die|der|es|ich|wir|er|sie|dies|diese|eine|keine|heute|leider|hier|jede|alle|beide|habe|gerade)${TO})(?:\p{L}{2,}(?:e|en Sie)|mach|lass|nimm|gib|fass|rühr|lösch|schreib|führ|push|nutz|verwend|benutz|änder|bearbeit|commit|installier)(?: \S+){0,8}? (?:nicht|nichts|nie|niemals|kein(?:e[nmrs]?)?)`,
  ),
  atClause(String.raw`(?:nicht|nichts|kein(?:e[nmrs]?)?)(?! (?:Ahnung|Problem|Sorge)${TO}) \p{L}+`),
  // "Die Datei nicht ändern."
  new RegExp(
    String.raw`^(?!(?:ich|wir|er|es|sie|man|das kann|das konnte)${TO}).{0,200}${FROM}(?:nicht|nie) \p{L}{2,}e?n[.!]?$`,
    'iu',
  ),
  anywhere(
    'darfst|dürfen nicht|darf nicht|darf nie|musst|müssen Sie|sollst|sollen nicht|soll nicht|verboten|untersagt|niemals|stets|vermeide|' +
      'auf keinen Fall|unter keinen Umständen|ausschließlich|ab jetzt|ab sofort|unbedingt',
  ),
  anywhere(String.raw`(?<!(?:ist|es|er|sie|das|ich|war|wird|kommt|geht|läuft) )(?:immer|nie)(?! (?:noch|wieder|mehr))`),
];

const ITALIAN = [
  atClause(String.raw`non \p{L}+(?:are|ere|ire|arlo|arla|arli|ate|ete)`),
  atClause('non (?:usi|tocchi|modifichi|faccia|scriva|cancelli|crei|aggiunga|cambi|elimini|esegua)'),
  anywhere(
    'non (?:si )?(?:deve|devi|devono|dovete|voglio)|devi|dovete|bisogna|vietato|è importante|in nessun caso|per nessun motivo|' +
      "assicurati|ricorda|evita|d['’]ora in poi",
  ),
  anywhere(String.raw`(?<!(?:è|ha|ho|sono|era|hanno|che) )(?:sempre|mai)`),
];

const PORTUGUESE = [
  atClause(
    String.raw`não (?:(?:me|se|o|a|os|as) )?(?!(?:existe|pode|parece|consegue|sabe|tem|deve|responde|aparece|recebe|quer|entende|depende|acontece|esse|este|antes|mais|apenas)${TO})(?:\p{L}{2,}(?:e|es|em)|faça|escreva|adicione|remova|exclua|inclua|mexa|suba|corra|abra|mova|leia|ponha|diga)m?`,
  ),
  anywhere(
    'não (?:se )?(?:deve[ms]?|podes|quero)|você deve|deves|tem que|tens de|é proibido|proibid[oa]|é importante|em hipótese alguma|' +
      'de jeito nenhum|em nenhum caso|a partir de agora|daqui em diante|lembre|evite|certifique-se',
  ),
  anywhere(
    String.raw`(?<!(?:é|está|isso|ele|ela|que) )(?:sempre|nunca|jamais)(?! (?:funcion|falh|pass|dá${TO}|d[eo]${TO}|foi|que ))`,
  ),
];

const RUSSIAN = [
  // An imperative ends so, and an infinitive that forbids; the past tense of many does too, but for its "л".
  atClause(
    String.raw`не (?!(?:очень|есть|здесь|весь|могли|были)${TO})\p{L}+(?:[аеиоуыяю]й|йте|[^л\s]и|[^л\s]ите|ь|ьте|ться)`,
  ),
  anywhere(
    'никогда|нельзя|обязательно|запрещено|запрещается|должен|должна|должны|ни в коем случае|ни при каких|отныне',
  ),
  anywhere('(?<!(?:он|она|оно|они|это|как) )всегда'),
  atClause('только'),
];

/** Words of scripts that set no spaces, or endings right after them. */
const UNSPACED =
  /不要|禁止|必须|必須|务必|務必|总是|總是|从不|從不|不准|不準|请勿|請勿|不得|不许|不許|切勿|千万|绝不|絕不|严禁|一律|始终|ないで(?:ください|下さい|ね|$)|[てで]は(?:いけ|なら|ダメ|だめ)|必ず|常に|絶対|厳禁|지\s?(?:마|말)|하지\s?마|반드시|항상|절대|금지/u;

interface Group {
  /** Each pattern needs one of these words: most lines hold none, and are looked at no further. */
  readonly words: string;
  readonly patterns: readonly RegExp[];
}

const GROUPS: readonly Group[] = [
  {
    words:
      'never always only not don dont avoid prefer ensure remember important sure cannot can must mustn shouldn essential crucial ' +
      'critical vital mandatory required forbidden prohibited permitted allowed off circumstances case times matter refrain now',
    patterns: ENGLISH,
  },
  {
    words:
      'no prohibido prohibida prohibidos prohibidas tienes tiene hay debes deberás deben importante imprescindible obligatorio ' +
      'fundamental ningún ninguna ocurra partir adelante asegúrate evita evitar recuerda solo sólo únicamente siempre nunca jamás',
    patterns: SPANISH,
  },
  {
    words:
      'ne n faut devez dois interdit interdite interdits interdites obligatoire obligatoirement aucun prétexte uniquement évite ' +
      'évitez assure assurez partir désormais toujours jamais',
    patterns: FRENCH,
  },
  {
    words:
      'nicht nichts nie niemals kein keine keinen keinem keiner keines darfst darf dürfen musst müssen sollst verboten untersagt ' +
      'stets vermeide umständen ausschließlich jetzt sofort unbedingt immer',
    patterns: GERMAN,
  },
  {
    words: 'non devi dovete bisogna vietato importante nessun assicurati ricorda evita poi sempre mai',
    patterns: ITALIAN,
  },
  {
    words:
      'não você deves tem tens proibido proibida importante hipótese nenhum partir diante lembre evite certifique sempre nunca jamais',
    patterns: PORTUGUESE,
  },
  {
    words: 'не никогда нельзя обязательно запрещено запрещается должен должна должны ни отныне всегда только',
    patterns: RUSSIAN,
  },
];

const PATTERNS_OF_WORD = new Map<string, Set<RegExp>>();
for (const { words, patterns } of GROUPS) {
  for (const word of words.split(' ')) {
    PATTERNS_OF_WORD.set(word, new Set([...(PATTERNS_OF_WORD.get(word) ?? []), ...patterns]));
  }
}

const LETTERS = /[\p{L}\p{M}]+/gu;

/** The patterns of standing orders that a text may match; none for most texts. */
export function orderPatternsFor(text: string): ReadonlySet<RegExp> {
  const found = new Set<RegExp>();
  for (const letters of text.match(LETTERS) ?? []) {
    for (const pattern of PATTERNS_OF_WORD.get(letters.toLowerCase()) ?? []) found.add(pattern);
  }
  if (UNSPACED.test(text)) found.add(UNSPACED);
  return found;
}

/** Sentences that ask for a reason, with a question mark or without. */
export const ASKING =
  /^(?:why|how come|how is it|what|does|did|is it|are|warum|wieso|weshalb|pourquoi|perché|por qué|por que|почему|зачем)(?![\p{L}\p{N}])|^(?:为什么|為什麼|为何|なぜ|왜)|[?？]$/iu;
