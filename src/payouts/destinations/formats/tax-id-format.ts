import { cnpj, cpf } from 'cpf-cnpj-validator';
import { fieldFormat } from './field-format.js';

// The validator would also accept the punctuation people write, which no PIX key has.
const CPF = /^\d{11}$/;
// Since July 2026 new companies have letters in the first twelve places.
const CNPJ = /^[0-9A-Z]{12}\d{2}$/;

/** A person's tax number. One digit repeated eleven times has valid check digits, but was never issued. */
export const cpfFormat = fieldFormat({
  kind: 'CPF',
  rule: 'a CPF of 11 digits, the last two being its check digits, without dots and hyphen',
  example: '52998224725',
  code: 'TAX_ID_INVALID',
  canonical: (text) => (CPF.test(text) && cpf.isValid(text, true) ? text : null),
});

/** A company's tax number: digits, or the newer form with letters. */
export const cnpjFormat = fieldFormat({
  kind: 'CNPJ',
  rule: 'a CNPJ of 14 digits or capital letters, the last two being its check digits, without dots, slash and hyphen',
  // The Brazilian revenue service's own example of the newer form.
  example: '12ABC34501DE35',
  code: 'TAX_ID_INVALID',
  canonical: (text) => (CNPJ.test(text) && cnpj.isValid(text, true) ? text : null),
});
