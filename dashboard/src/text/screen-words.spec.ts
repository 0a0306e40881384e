/// <reference types="jest" />
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import english from './en.json';

const SOURCES = join(__dirname, '..');

const documents = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('-documents.ts'))
  .map((path) => [path, readFileSync(join(SOURCES, path), 'utf8')] as const);

// Constants, names in camel case, scopes and code. Values in braces are not part of the words.
const OF_PROGRAMS = /[A-Z]+_[A-Z]|\b[a-z]+[a-z][A-Z]|\b[a-z]+:[a-z]+\b|`|\[\w+\]/;

describe('what a screen says', () => {
  it('no screen shows words of programs', () => {
    const texts = Object.entries(english).map(([id, text]) => [id, text.replaceAll(/\{\w+[^{}]*\}/g, '')] as const);
    expect(texts.filter(([, text]) => OF_PROGRAMS.test(text))).toEqual([]);
  });

  it('every document asks for the code of each problem, which chooses the words', () => {
    expect(documents.length).toBeGreaterThan(20);
    for (const [path, source] of documents) {
      const asked = source.match(/\b(?:userErrors|refusal) \{[^}]*\}/g) ?? [];
      expect([path, asked.filter((selection) => !/\bcode\b/.test(selection))]).toEqual([path, []]);
    }
  });
});
