import type { AddedLine } from './added-lines.js';

export type Pattern = 'opening' | 'reference' | 'test name';

/** A piece of prose that a reader should look at again. */
export interface Finding {
  readonly pattern: Pattern;
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** Openings that put something else before the subject, or leave the subject out. */
const OPENING = /^(?:Of|What|Whatever|Whoever|Who|Whose|Those|Has|Have|Said|Told)\b/;

/** A docstring begins with a verb or a noun, so a preposition or a participle counts there too. */
const DOCSTRING_OPENING =
  /^(?:In|With|By|To|From|At|On|For|Beside|Among|Between|Begun|Called|Made|Shown|Taken|Given)\b/;

/** A comment that begins with a pronoun needs the line above it. */
const PRONOUN_OPENING =
  /^(?:(?:It|They|Them|The same)\b|(?:One|Both|Each|Another|Others|This|These)(?= (?:of|is|are|was|were|has|have|that|who|which)\b|[,;.]))/;

/** Clauses that stand in the place of a noun. */
const CLAUSE =
  /\b(?:whoever|those (?:that|who|which)|what (?:is|was|are|were|has|had)|(?:any|some)body who|anyone who)\b/i;

const PROSE_FILE = /\.(?:m?[jt]sx?|md|json)$/;

/** The last line of a table of cases begins with its bracket. */
const TEST_NAME = /^\s*(?:(?:it|test)(?:\.\w+)*(?:\(.*\))?|\]\))\(\s*(['"`])(?<name>.+?)\1,/;

/** Words that begin a predicate or a phrase, and no sentence. A third person singular may begin a name. */
const NO_SENTENCE =
  /^(?:is|are|was|were|be|been|has|have|had|does|do|did|can|cannot|may|must|will|not|by|of|in|on|at|to|from|with|without|for|as|and|or|but|than|lead|list|draw|show)\b/i;

/** A clause of time or condition needs a main clause after it. */
const CLAUSE_ALONE = /^(?:when|while|if|unless|until|after|before|once|where|that|what|how)\b[^,]*$/i;

/** Finds the added prose that breaks a habit: its opening, a word that needs the line above, the name of a test. */
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

/** The text of a comment, of a line of its own or after code; null without one. */
function commentOf(text: string): string | null {
  const [, own] = /^\s*(?:\/\*\*?|\*(?!\/)|\/\/)\s?(.*?)(?:\s*\*\/)?$/.exec(text) ?? [];
  return own ?? /\s\/\/ (.*)$/.exec(text)?.[1] ?? null;
}

function continues(before: AddedLine | undefined, line: AddedLine): boolean {
  if (before?.path !== line.path || before.number !== line.number - 1) return false;
  const text = before.text.trim();
  // The line that opens a block has no text of its own.
  return text !== '/**' && !text.endsWith('*/') && commentOf(before.text) !== null;
}

/** String literals that hold a sentence: descriptions, errors, texts of screens. */
function stringsOf(text: string): string[] {
  return [...text.matchAll(/(['"`])([A-Z](?:(?!\1)[^\\]|\\.)* (?:(?!\1)[^\\]|\\.)*[.?])\1/g)].map(
    ([, , inner = '']) => inner,
  );
}

/** Sentences that begin in a line, and its beginning, which may go on from the line before. */
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
