import { applyDecorators } from '@nestjs/common';
import { Field } from '@nestjs/graphql';
import { ruleDecorator } from '../validation/field-rule.js';
import { SearchedText } from '../validation/text.decorator.js';

// The trigram index needs three letters or digits in a row. Searching for a text without them would read every row.
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

/**
 * Declares the filter field that searches a list.
 * @param ids completes "Beginning or end of …"
 * @param words completes "part of …"
 */
export function Search(ids: string, words: string): PropertyDecorator {
  const description = `The beginning or end of ${ids}, or part of ${words}, ignoring case: at most ${MAX_LENGTH} characters, with at least three letters or digits in a row.`;
  return applyDecorators(
    Field(() => String, { nullable: true, description }),
    SearchedText(),
    SearchRule(),
  );
}
