import { applyDecorators } from '@nestjs/common';
import { Field } from '@nestjs/graphql';
import { ruleDecorator } from '../validation/field-rule.js';
import { SearchedText } from '../validation/text.decorator.js';

// The index covers runs of three letters or digits. A text without one would read every row.
const INDEXED = /[\p{L}\p{N}]{3}/u;
const MAX_LENGTH = 100;

const RULE = `three letters or digits in a row, and ${MAX_LENGTH} characters at most`;

export const SearchRule = (): PropertyDecorator =>
  ruleDecorator<string>({
    name: 'search',
    about: RULE,
    findProblem: (text) => (text.length > MAX_LENGTH || !INDEXED.test(text) ? `must have ${RULE}` : null),
    canonical: (text) => text.trim(),
  });

/** The field of a filter that searches a list. @param where completes "Substring of …" */
export function Search(where: string): PropertyDecorator {
  const description = `Substring of ${where}: at most ${MAX_LENGTH} characters, with at least three letters or digits in a row.`;
  return applyDecorators(
    Field(() => String, { nullable: true, description }),
    SearchedText(),
    SearchRule(),
  );
}
