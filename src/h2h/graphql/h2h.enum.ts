import { describedEnum } from '../../platform/graphql/described-enum.js';
import { H2H_STATES, H2H_STATUSES, type H2hStatus } from '../domain/h2h-status.js';

export const H2hStatusEnum = describedEnum<H2hStatus>({
  name: 'H2hStatus',
  description: "Status of a card's verification. It does not say whether money was paid.",
  values: Object.fromEntries(H2H_STATUSES.map((status) => [status, H2H_STATES[status].meaning])) as Readonly<
    Record<H2hStatus, string>
  >,
});
