import { Injectable } from '@nestjs/common';
import { ApiReads } from '../../database/api-reads.js';
import { newId } from '../../common/ids.js';
import type { Transaction } from '../../database/transaction.js';
import { WhereClause } from '../../database/where-clause.js';
import type { StatementLineOutcome } from '../domain/statement-line.js';
import { StatementImportEntity } from './statement-import.entity.js';
import { StatementLineEntity } from './statement-line.entity.js';
import type { Connection } from '../../graphql/connection/connection.js';
import { type ListOrder, listRows } from '../../graphql/connection/keyset-list.js';
import type { PageArguments } from '../../graphql/connection/page-arguments.js';

/** A statement that somebody uploaded, and what came of it so far. */
export interface StatementImport {
  readonly id: string;
  readonly accountId: string;
  readonly importedBy: string;
  readonly importedAt: Date;
  readonly lines: number;
  readonly matching: number;
  readonly differing: number;
  readonly unknown: number;
  readonly pending: number;
  readonly unknownPayouts: number;
  readonly absent: number;
  readonly givenUp: number;
}

export interface NewStatementImport {
  readonly id: string;
  readonly accountId: string;
  readonly csvSha256: Buffer;
  readonly importedBy: string;
  readonly lines: number;
  readonly matching: number;
  readonly differing: number;
  readonly unknown: number;
  /** The payouts that the provider is asked about. */
  readonly providerPayoutIds: readonly string[];
}

export interface DueStatementLine {
  readonly id: string;
  readonly accountId: string;
  readonly providerPayoutId: string;
  readonly tries: number;
}

const COLUMNS = `i.id, i.account_id AS "accountId", i.imported_by AS "importedBy", i.imported_at AS "importedAt", i.lines,
  i.matching, i.differing, i.unknown, l.pending, l.unknown_payouts AS "unknownPayouts", l.absent, l.given_up AS "givenUp"`;

const COUNTS = `CROSS JOIN LATERAL (
  SELECT count(*) FILTER (WHERE outcome IS NULL)::int AS pending,
    count(*) FILTER (WHERE outcome = 'UNKNOWN_PAYOUT')::int AS unknown_payouts,
    count(*) FILTER (WHERE outcome = 'ABSENT')::int AS absent,
    count(*) FILTER (WHERE outcome = 'GIVEN_UP')::int AS given_up
  FROM statement_lines WHERE import_id = i.id) AS l`;

// Two reads at most, each bounded by the provider's time-out with its retries; past this its reader was killed.
const LEASE_SECONDS = 90;

const NEWEST_FIRST: ListOrder<StatementImport> = {
  name: 'IMPORTED_AT',
  kind: 'instant',
  direction: 'DESC',
  sql: 'i.imported_at',
  idSql: 'i.id',
  valueOf: ({ importedAt }) => importedAt.toISOString(),
};

@Injectable()
export class StatementImportsRepository {
  constructor(private readonly reads: ApiReads) {}

  async insert(tx: Transaction, statement: NewStatementImport): Promise<StatementImport> {
    const { providerPayoutIds, ...row } = statement;
    await tx.repository(StatementImportEntity).insert(row);
    await tx.query(
      `INSERT INTO statement_lines (id, import_id, provider_payout_id, next_try_at)
       SELECT line.id, $1, line.provider_payout_id, now() FROM unnest($2::uuid[], $3::uuid[]) AS line (id, provider_payout_id)
       ON CONFLICT DO NOTHING`,
      [statement.id, providerPayoutIds.map(() => newId()), providerPayoutIds],
    );
    const [inserted] = await tx.query<StatementImport>(
      `SELECT ${COLUMNS} FROM statement_imports AS i ${COUNTS} WHERE i.id = $1`,
      [statement.id],
    );
    if (!inserted) throw new Error('A statement was not inserted');
    return inserted;
  }

  /** Claims lines that the provider is to be asked about; as `claimDueRows`, with what is needed of them. */
  async claimDueLines(tx: Transaction, limit: number): Promise<DueStatementLine[]> {
    return tx.query<DueStatementLine>(
      `UPDATE statement_lines AS l SET next_try_at = now() + make_interval(secs => $1)
       FROM statement_imports AS i
       WHERE i.id = l.import_id AND l.id IN (
         SELECT id FROM statement_lines WHERE next_try_at <= now() ORDER BY next_try_at LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING l.id, i.account_id AS "accountId", l.provider_payout_id AS "providerPayoutId", l.tries`,
      [LEASE_SECONDS, limit],
    );
  }

  async settleLine(tx: Transaction, id: string, outcome: StatementLineOutcome): Promise<void> {
    await tx.repository(StatementLineEntity).update(id, { outcome, nextTryAt: null });
  }

  async postponeLine(tx: Transaction, id: string, seconds: number): Promise<void> {
    await tx.query(
      `UPDATE statement_lines SET tries = tries + 1, next_try_at = now() + make_interval(secs => $2)
       WHERE id = $1 AND outcome IS NULL`,
      [id, seconds],
    );
  }

  page<Node>(
    accountId: string | null,
    args: PageArguments,
    toNode: (statement: StatementImport) => Node,
  ): Promise<Connection<Node>> {
    return listRows(this.reads, {
      columns: COLUMNS,
      from: 'statement_imports AS i',
      joined: COUNTS,
      where: () => new WhereClause().add(accountId, (id) => `i.account_id = ${id}`),
      order: NEWEST_FIRST,
      args,
      toNode,
    });
  }
}
