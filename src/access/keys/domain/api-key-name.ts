// Names under which the audit log and the dashboard show Purser itself.
const RESERVED: ReadonlySet<string> = new Set(['purser', 'system', 'database']);

// Scripts with letters that look alike: a word that mixes two of them can look like a different word.
const SIMILAR_SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
];

/** Returns the end of a sentence that starts with "name"; null if the name is allowed. */
export function nameProblem(name: string): string | null {
  if (RESERVED.has(name.normalize('NFKC').trim().toLowerCase())) return 'must not be a name of Purser itself.';
  const mixed = name
    .split(/[^\p{L}\p{M}]+/u)
    .some((word) => SIMILAR_SCRIPTS.filter((script) => script.test(word)).length > 1);
  return mixed ? 'must not mix alphabets within a word: some of their letters look alike.' : null;
}
