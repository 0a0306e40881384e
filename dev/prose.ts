import { execFileSync } from 'node:child_process';
import { parseAddedLines } from './prose/added-lines.js';
import { findPatterns, type Pattern } from './prose/prose-patterns.js';

// A large merge adds some megabytes.
const MAX_OUTPUT_BYTES = 2 ** 26;

const TITLES: Readonly<Record<Pattern, string>> = {
  opening: 'sentences that do not begin with their subject or verb',
  reference: 'words that stand for a thing named elsewhere',
  'test name': 'names of tests that are no sentences',
};

/** `npm run prose -- <base>`: counts habits of writing in the lines that this branch adds. It never fails. */
function main(base: string): void {
  const findings = findPatterns(parseAddedLines(readDiff(base)));
  for (const [pattern, title] of Object.entries(TITLES)) {
    const found = findings.filter((finding) => finding.pattern === pattern);
    console.log(`${found.length} ${title}`);
    for (const { path, line, text } of found) console.log(`  ${path}:${line}  ${text}`);
  }
}

/** Returns an empty diff if Git does not know the base. Git itself says so. */
function readDiff(base: string): string {
  try {
    return execFileSync('git', ['diff', '--unified=0', '--no-color', '--no-ext-diff', `${base}...`], {
      encoding: 'utf8',
      maxBuffer: MAX_OUTPUT_BYTES,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  } catch {
    return '';
  }
}

main(process.argv[2] ?? 'main');
