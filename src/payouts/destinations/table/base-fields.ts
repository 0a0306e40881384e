import type { DestinationField } from './destination.js';
import { nameFormat, verbatimFormat } from '../formats/text-format.js';

export const baseFields: readonly DestinationField[] = [
  { name: 'name', label: 'Recipient name', presence: 'REQUIRED', format: nameFormat },
  {
    name: 'userId',
    label: 'User id in your system',
    presence: 'REQUIRED',
    format: verbatimFormat({ kind: 'TEXT', example: 'user-1042' }),
  },
];
