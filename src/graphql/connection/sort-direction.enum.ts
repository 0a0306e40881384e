import { wordEnum } from '../word-enum.js';

export type SortDirection = 'ASC' | 'DESC';

export const SortDirectionEnum = wordEnum<SortDirection>({
  name: 'SortDirection',
  description: 'Which end of a list comes first.',
  words: { ASC: 'Smallest or oldest first.', DESC: 'Largest or newest first.' },
});
