import { cnpj, cpf } from 'cpf-cnpj-validator';
import { fieldFormat } from './field-format.js';

// The validator would also accept the usual punctuation, which PIX keys do not contain.
const CPF = /^\d{11}$/;
// Since July 2026 the first twelve characters of new numbers may be letters.
const CNPJ = /^[0-9A-Z]{12}\d{2}$/;

/** A Brazilian person's tax number. The same digit eleven times has valid check digits, but was never issued. */
export const cpfFormat = fieldFormat({
  kind: 'CPF',
  rule: 'a CPF of 11 digits, the last two being its check digits, without dots and hyphen',
  example: '52998224725',
  code: 'TAX_ID_INVALID',
  canonical: (text) => (CPF.test(text) && cpf.isValid(text, true) ? text : null),
});

/** A Brazilian company's tax number: only digits, or the newer form with letters. */
export const cnpjFormat = fieldFormat({
  kind: 'CNPJ',
  rule: 'a CNPJ of 14 digits or capital letters, the last two being its check digits, without dots, slash and hyphen',
  // An example in the newer form, from the Brazilian revenue service.
  example: '12ABC34501DE35',
  code: 'TAX_ID_INVALID',
  canonical: (text) => (CNPJ.test(text) && cnpj.isValid(text, true) ? text : null),
});
