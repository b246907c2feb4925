import type { Language } from './languageWords';

/** The nine sections of a summary, in their order. */
export const SECTIONS = [
  'goals',
  'concepts',
  'files',
  'errors',
  'approach',
  'userMessages',
  'pending',
  'progress',
  'nextStep',
] as const;

export type Section = (typeof SECTIONS)[number];

interface Words {
  readonly sections: Readonly<Record<Section, string>>;
  readonly openTodos: string;
  readonly touchedFiles: string;
  readonly written: string;
  readonly edited: string;
}

const ENGLISH: Words = {
  sections: {
    goals: 'User intent and goals',
    concepts: 'Key concepts',
    files: 'Files and paths',
    errors: 'Errors and fixes',
    approach: 'Approach',
    userMessages: 'Key user messages',
    pending: 'Pending tasks',
    progress: 'Current progress',
    nextStep: 'Next step',
  },
  openTodos: 'Open todos',
  touchedFiles: 'Files touched, newest first',
  written: 'written',
  edited: 'edited',
};

const WORDS: Readonly<Partial<Record<Language, Words>>> = {
  en: ENGLISH,
  es: {
    sections: {
      goals: 'Intención y objetivos del usuario',
      concepts: 'Conceptos clave',
      files: 'Archivos y rutas',
      errors: 'Errores y soluciones',
      approach: 'Enfoque',
      userMessages: 'Mensajes clave del usuario',
      pending: 'Tareas pendientes',
      progress: 'Progreso actual',
      nextStep: 'Siguiente paso',
    },
    openTodos: 'Tareas abiertas',
    touchedFiles: 'Archivos tocados, los últimos primero',
    written: 'escrito',
    edited: 'editado',
  },
  fr: {
    sections: {
      goals: "Intention et objectifs de l'utilisateur",
      concepts: 'Concepts clés',
      files: 'Fichiers et chemins',
      errors: 'Erreurs et corrections',
      approach: 'Approche',
      userMessages: "Messages clés de l'utilisateur",
      pending: 'Tâches en attente',
      progress: 'Avancement',
      nextStep: 'Prochaine étape',
    },
    openTodos: 'Tâches ouvertes',
    touchedFiles: "Fichiers touchés, les derniers d'abord",
    written: 'écrit',
    edited: 'modifié',
  },
  de: {
    sections: {
      goals: 'Absicht und Ziele des Benutzers',
      concepts: 'Wichtige Begriffe',
      files: 'Dateien und Pfade',
      errors: 'Fehler und Lösungen',
      approach: 'Vorgehen',
      userMessages: 'Wichtige Nachrichten des Benutzers',
      pending: 'Offene Aufgaben',
      progress: 'Aktueller Stand',
      nextStep: 'Nächster Schritt',
    },
    openTodos: 'Offene Punkte',
    touchedFiles: 'Berührte Dateien, neueste zuerst',
    written: 'geschrieben',
    edited: 'geändert',
  },
  pt: {
    sections: {
      goals: 'Intenção e objetivos do usuário',
      concepts: 'Conceitos-chave',
      files: 'Arquivos e caminhos',
      errors: 'Erros e soluções',
      approach: 'Abordagem',
      userMessages: 'Mensagens-chave do usuário',
      pending: 'Tarefas pendentes',
      progress: 'Progresso atual',
      nextStep: 'Próximo passo',
    },
    openTodos: 'Tarefas abertas',
    touchedFiles: 'Arquivos tocados, os mais recentes primeiro',
    written: 'escrito',
    edited: 'editado',
  },
  it: {
    sections: {
      goals: "Intenzioni e obiettivi dell'utente",
      concepts: 'Concetti chiave',
      files: 'File e percorsi',
      errors: 'Errori e soluzioni',
      approach: 'Approccio',
      userMessages: "Messaggi chiave dell'utente",
      pending: 'Attività in sospeso',
      progress: 'Stato attuale',
      nextStep: 'Prossimo passo',
    },
    openTodos: 'Attività aperte',
    touchedFiles: 'File toccati, i più recenti per primi',
    written: 'scritto',
    edited: 'modificato',
  },
};

/** The names of the sections in each of the languages. */
export function sectionNames(): readonly Readonly<Record<Section, string>>[] {
  return Object.values(WORDS).map(({ sections }) => sections);
}

/** Headings and words of a summary in a language; English where we have none. */
export function wordsFor(language: Language): Words {
  return WORDS[language] ?? ENGLISH;
}
