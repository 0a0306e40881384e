import type { AddedLine } from './added-lines.js';

export type Pattern = 'opening' | 'reference' | 'test name';

export interface Finding {
  readonly pattern: Pattern;
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** Openings that precede or omit the subject. */
const OPENING = /^(?:Of|What|Whatever|Whoever|Who|Whose|Those|Has|Have|Said|Told)\b/;

/** A docstring begins with a verb or a noun, so prepositions and participles count there too. */
const DOCSTRING_OPENING =
  /^(?:In|With|By|To|From|At|On|For|Beside|Among|Between|Begun|Called|Made|Shown|Taken|Given)\b/;

/** A comment that begins with a pronoun needs the line above it. */
const PRONOUN_OPENING =
  /^(?:(?:It|They|Them|The same)\b|(?:One|Both|Each|Another|Others|This|These)(?= (?:of|is|are|was|were|has|have|that|who|which)\b|[,;.]))/;

/** Clauses used in place of a noun. */
const CLAUSE =
  /\b(?:whoever|those (?:that|who|which)|what (?:is|was|are|were|has|had)|(?:any|some)body who|anyone who)\b/i;

const PROSE_FILE = /\.(?:m?[jt]sx?|md|json)$/;

/** Matches a test's name, also on the line that closes a table of cases and begins with its bracket. */
const TEST_NAME = /^\s*(?:(?:it|test)(?:\.\w+)*(?:\(.*\))?|\]\))\(\s*(['"`])(?<name>.+?)\1,/;

/** Words that begin a predicate or a phrase instead of a sentence. A third-person verb may begin a name. */
const NO_SENTENCE =
  /^(?:is|are|was|were|be|been|has|have|had|does|do|did|can|cannot|may|must|will|not|by|of|in|on|at|to|from|with|without|for|as|and|or|but|than|lead|list|draw|show)\b/i;

/** Matches a subordinate clause without a main clause. */
const CLAUSE_ALONE = /^(?:when|while|if|unless|until|after|before|once|where|that|what|how)\b[^,]*$/i;

/** Finds bad habits in added prose: openings, words that need the line above, and test names. */
export function findPatterns(lines: readonly AddedLine[]): Finding[] {
  return lines.flatMap((line, index) => {
    if (!PROSE_FILE.test(line.path)) return [];
    const found = (pattern: Pattern, text: string): Finding => ({ pattern, path: line.path, line: line.number, text });
    const name = TEST_NAME.exec(line.text)?.groups?.['name'];
    if (name !== undefined) return isSentence(name) ? [] : [found('test name', name)];

    const comment = commentOf(line.text);
    const isFirst = comment !== null && !continues(lines[index - 1], line);
    const isDocstring = line.text.trimStart().startsWith('/**');
    const texts = line.path.endsWith('.md')
      ? [line.text]
      : [comment, ...stringsOf(line.text)].filter((text) => text !== null);
    return texts.flatMap(sentencesOf).flatMap((sentence, place) => {
      if (sentence.endsWith('?')) return [];
      const opens = OPENING.test(sentence) || (isDocstring && place === 0 && DOCSTRING_OPENING.test(sentence));
      const refers = CLAUSE.test(sentence) || (isFirst && place === 0 && PRONOUN_OPENING.test(sentence));
      return [...(opens ? [found('opening', sentence)] : []), ...(refers ? [found('reference', sentence)] : [])];
    });
  });
}

function isSentence(name: string): boolean {
  return !NO_SENTENCE.test(name) && !CLAUSE_ALONE.test(name);
}

/** Returns the text of a comment, on its own line or after code; null if there is none. */
function commentOf(text: string): string | null {
  const [, own] = /^\s*(?:\/\*\*?|\*(?!\/)|\/\/)\s?(.*?)(?:\s*\*\/)?$/.exec(text) ?? [];
  return own ?? /\s\/\/ (.*)$/.exec(text)?.[1] ?? null;
}

function continues(before: AddedLine | undefined, line: AddedLine): boolean {
  if (before?.path !== line.path || before.number !== line.number - 1) return false;
  const text = before.text.trim();
  // The line `/**` that opens a comment has no text, so the next line does not continue anything.
  return text !== '/**' && !text.endsWith('*/') && commentOf(before.text) !== null;
}

/** Returns string literals that contain a sentence: descriptions, errors and screen texts. */
function stringsOf(text: string): string[] {
  return [...text.matchAll(/(['"`])([A-Z](?:(?!\1)[^\\]|\\.)* (?:(?!\1)[^\\]|\\.)*[.?])\1/g)].map(
    ([, , inner = '']) => inner,
  );
}

/** Returns the sentences that begin in a line, and the line's start, which may continue the line before. */
function sentencesOf(text: string): string[] {
  return text
    .trim()
    .split(/(?<=[.!?]) +(?=[A-Z`])/)
    .map((sentence) =>
      sentence
        .replace(/^(?:[-*>]|\d+\.|\|) +/, '')
        .replaceAll(/ {2,}/g, ' ')
        .trim(),
    )
    .filter((sentence) => sentence !== '' && !sentence.startsWith('@'));
}
