import { Resolver, Subscription } from '@nestjs/graphql';
import { After } from '../../events/graphql/after-argument.js';
import { changesOf, type DeskSubject, type LoggedChange, type LogPosition } from '../../events/status-change.js';
import { StatusFeed } from '../../events/status-feed.js';
import type { GraphqlContext } from '../../graphql/request-context.js';
import { OpenToCallers } from '../../scopes/requires.decorator.js';
import { TYPE_SCOPES } from '../../scopes/type-scopes.js';
import { DeskChangeModel } from './desk-change.model.js';

/** The type of the schema whose scopes open the hints about a subject. */
const TYPES: Readonly<Record<DeskSubject, string>> = {
  API_KEY: 'ApiKey',
  BALANCE: 'Balance',
  CHANGE_REQUEST: 'ChangeRequest',
  DISCREPANCY: 'Discrepancy',
  GATE: 'PayoutGate',
  POLICY: 'PayoutPolicy',
  RECONCILIATION: 'ReconciliationRun',
  WEBHOOK_EVENT: 'WebhookEvent',
};

const SUBJECTS = Object.keys(TYPES) as readonly DeskSubject[];

@Resolver(() => DeskChangeModel)
export class DeskChangesResolver {
  constructor(private readonly feed: StatusFeed) {}

  @Subscription(() => DeskChangeModel, {
    description:
      'Hints of changes beside payouts and orders, of what the caller may see: first those missed since `after`. Every caller may ask.',
    resolve: (change: LoggedChange) => new DeskChangeModel(change),
    filter: ({ subjectType }: LoggedChange, _variables: unknown, { caller }: GraphqlContext) =>
      caller !== null &&
      (TYPE_SCOPES[TYPES[subjectType as DeskSubject]] ?? []).some((scope) => caller.scopes.has(scope)),
  })
  @OpenToCallers()
  deskChanged(@After() after: LogPosition | null): AsyncIterableIterator<LoggedChange> {
    return this.feed.follow({ ...changesOf(SUBJECTS, null), after });
  }
}
