/** The words a language is told by. Words that English texts or code use too say little, and stand apart. */

export type Language = 'en' | 'es' | 'fr' | 'de' | 'pt' | 'it' | 'ru' | 'zh' | 'ja' | 'ko';

interface TellingWords {
  /** Words of this language alone: one of them is evidence enough. */
  readonly certain: string;
  /** Words that no text does without, some of them shared with a neighbouring language. */
  readonly common: string;
  /** Also English words, names, codes of languages or parts of code: they count only beside others. */
  readonly weak: string;
}

/** By language, the words in lower case, parted by a space. */
export const TELLING_WORDS: Readonly<Partial<Record<Language, TellingWords>>> = {
  en: {
    certain: '',
    common:
      'the and of to is are that this it you not with for on be have can should what when where why how please if we my do does from or but an was will there which would all no only into add fix use run show read make change remove delete update write file files test tests',
    weak: '',
  },
  es: {
    certain:
      'más también está están qué cómo sobre cuando muy hacer hazlo puedes quiero ahora archivo archivos porque arregla corrige añade agrega borra elimina dime ejecuta revisa cambia explica muestra escribe pruebas prueba código carpeta función línea todos hay ninguna ningún aquí así según',
    common: 'el los las y que una por para con al lo como pero este esta esto un del sin tu todo',
    weak: 'en es se de la no si son mi crea haz lee usa busca',
  },
  fr: {
    certain:
      'dans avec cette nous vous où aux être tout faire peux fichier fichiers maintenant donc corrige ajoute supprime montre écris explique très déjà après même aussi ça',
    common: 'le les et est une que qui pour pas ne sur ce elle je mais ou au du un il plus sont',
    weak: 'la de des la en tout',
  },
  de: {
    certain:
      'nicht auch wenn oder werden sind kannst bitte noch datei dateien mach zeig füge lösche ändere für über ich und dass eine einen',
    common: 'der das ist ein zu mit auf von im wir sie wie aber wird kann nur bei aus du den dem',
    weak: 'die des es den dem',
  },
  pt: {
    certain:
      'não você também há são está isso meu minha pelo pela arquivo arquivos fazer agora corrija adicione crie explique então até já código',
    common: 'em que um uma por para com dos das mas este esta quando como porque tudo nos ao é',
    weak: 'os as se do da no na mais pode de e o a',
  },
  it: {
    certain:
      'gli della dei nel nella più questo questa quando anche sono hai puoi adesso perché correggi aggiungi elimina mostra scrivi spiega cartella tutti così già',
    common: 'il lo di che è un con non si al dal ho mio come una ma dello delle',
    weak: 'le la per fare file i e',
  },
};
