import { type FieldFormat, fieldFormat } from './field-format.js';

export function choiceFormat(choices: readonly [string, ...string[]]): FieldFormat {
  return fieldFormat({
    kind: 'CHOICE',
    rule: `one of ${choices.join(', ')}`,
    example: choices[0],
    choices,
    code: 'CHOICE_INVALID',
    canonical: (text) => (choices.includes(text) ? text : null),
  });
}
