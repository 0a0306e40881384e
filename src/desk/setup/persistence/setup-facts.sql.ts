import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { ROLE_NAMES, ROLES, type Scope } from '../../../access/scopes/scopes.js';
import { READS } from '../../../platform/database/api-reads.js';
import type { SetupFacts } from '../domain/setup-steps.js';
import { SetupMarkEntity } from './setup-mark.entity.js';

/** What Purser sees in its database. */
type StoredFacts = Omit<SetupFacts, 'JOURNAL'>;

// In SQL, because one statement looks into five tables, each only for a first row.
const FACTS = `
  SELECT (${existsKey(1)} AND ${existsKey(3)}) OR (SELECT count(*) = 2 FROM (
      SELECT FROM people WHERE blocked_at IS NULL LIMIT 2) AS two_people) AS "SECOND_PERSON",
    EXISTS (SELECT FROM payout_policies) AS "POLICIES",
    EXISTS (SELECT FROM ledger_balances) AS "BALANCE",
    ${existsWebhook('ORDERS')} AS "ORDER_WEBHOOKS",
    ${existsWebhook('PAYOUTS')} AS "PAYOUT_WEBHOOKS"`;

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

function existsWebhook(source: string): string {
  return `EXISTS (SELECT FROM webhook_events WHERE source = '${source}' AND state = 'PROCESSED')`;
}
