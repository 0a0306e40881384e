import { describedEnum } from '../described-enum.js';

export type SortDirection = 'ASC' | 'DESC';

export const SortDirectionEnum = describedEnum<SortDirection>({
  name: 'SortDirection',
  description: 'Sort direction.',
  values: { ASC: 'Smallest or oldest first.', DESC: 'Largest or newest first.' },
});
