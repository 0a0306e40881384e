import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { ROLE_NAMES, ROLES, type Scope } from '../../../access/scopes/scopes.js';
import { READS } from '../../../platform/database/api-reads.js';
import type { SetupFacts } from '../domain/setup-steps.js';
import { SetupMarkEntity } from './setup-mark.entity.js';

/** What Purser sees in its database. */
type StoredFacts = Omit<SetupFacts, 'JOURNAL'>;

// No index leads to the first processed webhook, so only this many are read. Whoever has more of the other kind since
// then can mark the step.
const NEWEST_WEBHOOKS = 1_000;

// In SQL, because one statement looks into five tables, each only for its first or its newest rows.
const FACTS = `
  SELECT (${existsKey(1)} AND ${existsKey(3)}) OR (SELECT count(*) = 2 FROM (
      SELECT FROM people WHERE blocked_at IS NULL LIMIT 2) AS two_people) AS "SECOND_PERSON",
    EXISTS (SELECT FROM payout_policies) AS "POLICIES",
    EXISTS (SELECT FROM ledger_balances) AS "BALANCE",
    newest.sources @> '{ORDERS}' AS "ORDER_WEBHOOKS", newest.sources @> '{PAYOUTS}' AS "PAYOUT_WEBHOOKS"
  FROM (SELECT coalesce(array_agg(DISTINCT source), '{}') AS sources FROM (
      SELECT source, state FROM webhook_events ORDER BY first_received_at DESC, id DESC LIMIT ${NEWEST_WEBHOOKS}) AS event
    WHERE state = 'PROCESSED') AS newest`;

@Injectable()
export class SetupFactsQuery {
  constructor(@InjectRepository(SetupMarkEntity, READS) private readonly marks: Repository<SetupMarkEntity>) {}

  async read(): Promise<StoredFacts> {
    const parameters = (['payouts:create', 'payouts:approve'] as const).flatMap((scope) => [rolesWith(scope), scope]);
    const [facts] = await this.marks.query<[StoredFacts]>(FACTS, parameters);
    return facts;
  }
}

function rolesWith(scope: Scope): readonly string[] {
  return ROLE_NAMES.filter((role) => (ROLES[role] as readonly Scope[]).includes(scope));
}

/** A valid key with one of the roles $first, or with the scope of the parameter after it. */
function existsKey(first: number): string {
  return `EXISTS (SELECT FROM api_keys WHERE (roles && $${first} OR $${first + 1} = ANY (scopes))
      AND key_hash IS NOT NULL AND confirmed_at IS NOT NULL AND revoked_at IS NULL AND replaced_at IS NULL
      AND (expires_at IS NULL OR expires_at > now()))`;
}
