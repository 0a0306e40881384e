import { Context, Resolver, Subscription } from '@nestjs/graphql';
import { After } from '../../platform/events/graphql/after-argument.js';
import {
  changesOf,
  type DeskSubject,
  type LoggedChange,
  type LogPosition,
} from '../../platform/events/status-change.js';
import { StatusFeed } from '../../platform/events/status-feed.js';
import type { Caller, GraphqlContext } from '../../platform/graphql/request-context.js';
import { OpenToCallers } from '../scopes/requires.decorator.js';
import { TYPE_SCOPES } from '../scopes/type-scopes.js';
import { AccountBounds, isWithin } from '../accounts/account-bounds.js';
import type { OwnedObject } from '../accounts/account-reach.js';
import { DeskChangeModel } from './desk-change.model.js';

/** The schema type of each subject. Callers who may read the type receive hints about the subject. */
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

/**
 * Subjects with objects that belong to accounts: a caller bound to accounts receives only hints about those accounts.
 * Keys and rules belong to all accounts.
 */
const OWNED: Readonly<Partial<Record<string, readonly OwnedObject[]>>> = {
  CHANGE_REQUEST: ['change_requests'],
  DISCREPANCY: ['discrepancies'],
  RECONCILIATION: ['reconciliation_runs', 'statement_imports'],
  WEBHOOK_EVENT: ['webhook_events'],
};

@Resolver(() => DeskChangeModel)
export class DeskChangesResolver {
  constructor(
    private readonly feed: StatusFeed,
    private readonly bounds: AccountBounds,
  ) {}

  @Subscription(() => DeskChangeModel, {
    description:
      'Hints about changes to objects that the caller may see, except payouts and orders. Delivers the changes missed since `after` first. Open to every caller.',
    resolve: (change: LoggedChange) => new DeskChangeModel(change),
  })
  @OpenToCallers()
  deskChanged(
    @After() after: LogPosition | null,
    @Context() { caller }: GraphqlContext,
  ): AsyncIterableIterator<LoggedChange> {
    const isTold = (change: LoggedChange): boolean | Promise<boolean> => caller !== null && this.isTold(caller, change);
    return this.feed.follow({ ...changesOf(SUBJECTS, null), after, isTold });
  }

  private isTold(caller: Caller, { subjectType, subjectId }: LoggedChange): boolean | Promise<boolean> {
    const scopes = TYPE_SCOPES[TYPES[subjectType as DeskSubject]] ?? [];
    if (!scopes.some((scope) => caller.scopes.has(scope))) return false;
    if (caller.accountIds.length === 0 || subjectType === 'GATE') return true;
    if (subjectId === null) return false;
    if (subjectType === 'BALANCE') return isWithin(caller, subjectId);
    return this.ownsAny(caller, OWNED[subjectType] ?? [], subjectId);
  }

  private async ownsAny(caller: Caller, kinds: readonly OwnedObject[], id: string): Promise<boolean> {
    for (const of of kinds) if (await this.bounds.owns(caller, of, id)) return true;
    return false;
  }
}
