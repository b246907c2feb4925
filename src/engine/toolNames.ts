/**
 * Names of tools. The reference names seven tools whose results may be compacted and two whose results always stay; other
 * agents call the same tools by other names, so that a transcript of theirs is treated as one of ours would be.
 */

const ALIASES: Readonly<Record<string, readonly string[]>> = {
  'Read File': [
    'read',
    'readfile',
    'readfiles',
    'readmanyfiles',
    'view',
    'viewfile',
    'cat',
    'openfile',
    'notebookread',
  ],
  Bash: [
    'bash',
    'bashoutput',
    'shell',
    'exec',
    'execcommand',
    'executecommand',
    'localshell',
    'localshellcall',
    'powershell',
    'runcommand',
    'runinterminal',
    'runshellcommand',
    'runterminalcmd',
    'terminal',
  ],
  Grep: ['grep', 'greptool', 'grepsearch', 'rg', 'ripgrep', 'searchfilecontent', 'searchtext'],
  Glob: ['glob', 'globtool', 'find', 'findfiles', 'filesearch', 'listdir', 'listdirectory', 'listfiles', 'ls'],
  'Search Files': ['searchfiles', 'searchcode', 'codebasesearch', 'semanticsearch', 'codesearch'],
  'Web Fetch': ['webfetch', 'fetch', 'fetchurl', 'readurl', 'urlfetch'],
  Edit: [
    'edit',
    'editfile',
    'multiedit',
    'applydiff',
    'applypatch',
    'notebookedit',
    'replace',
    'replaceinfile',
    'replacestringinfile',
    'searchandreplace',
    'strreplace',
    'strreplacebasededittool',
    'strreplaceeditor',
  ],
  'Write File': ['write', 'writefile', 'writetofile', 'savefile'],
  'Create File': ['create', 'createfile', 'newfile'],
  Recall: ['recall'],
};

const CANONICAL = new Map(
  Object.entries(ALIASES).flatMap(([canonical, aliases]) => aliases.map((alias) => [alias, canonical] as const)),
);

function fold(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** The reference's name for a tool, or the name itself where the reference has none. */
function canonicalToolName(name: string): string {
  return CANONICAL.get(fold(name)) ?? name;
}

const matchers = new WeakMap<readonly string[], (name: string) => boolean>();

/** A test for tools named by the reference's name, an alias or the exact name; the same one for the same list. */
export function toolMatcher(tools: readonly string[]): (name: string) => boolean {
  const matcher = matchers.get(tools) ?? newMatcher(tools);
  matchers.set(tools, matcher);
  return matcher;
}

function newMatcher(tools: readonly string[]): (name: string) => boolean {
  const wanted = new Set(tools.map(canonicalToolName));
  // The same few names come again and again.
  const known = new Map<string, boolean>();
  return (name) => {
    const isWanted = known.get(name) ?? wanted.has(canonicalToolName(name));
    known.set(name, isWanted);
    return isWanted;
  };
}

/** Tools whose calls carry whole files in their arguments. */
export function writesFiles(name: string): boolean {
  const canonical = canonicalToolName(name);
  return canonical === 'Write File' || canonical === 'Create File' || canonical === 'Edit';
}

/** Results of these tools are pages of the archive: to offload them again would go in circles. */
export function isRecoveryTool(name: string): boolean {
  return canonicalToolName(name) === 'Recall';
}
