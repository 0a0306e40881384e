import { Injectable } from '@nestjs/common';
import { ApiReads } from '../../database/api-reads.js';
import { WhereClause } from '../../database/where-clause.js';
import { countListed } from '../../graphql/connection/count-listed.js';
import type { CursorPosition, SortKey } from '../../graphql/connection/cursor.js';
import type { PageRequest } from '../../graphql/connection/page-request.js';
import type { ReconciliationRun } from '../domain/reconciliation-run.js';
import { RUN_COLUMNS } from './reconciliation-runs.repository.js';

/** The newest first, always. */
export const RUNS_SORT: SortKey = { name: 'STARTED_AT_DESC', kind: 'instant' };

export function positionOfRun({ startedAt, id }: ReconciliationRun): CursorPosition {
  return { value: startedAt.toISOString(), id };
}

/** The list of runs, paged by keyset. */
@Injectable()
export class ReconciliationRunsPageQuery {
  constructor(private readonly reads: ApiReads) {}

  /** Up to `limit + 1` runs beyond the page's cursor, nearest first. */
  async list(accountId: string | null, page: PageRequest): Promise<ReconciliationRun[]> {
    const isForward = page.direction === 'forward';
    const where = ofAccount(accountId);
    if (page.cursor) {
      const { value, id } = page.cursor;
      where.addRaw(
        `(r.started_at, r.id) ${isForward ? '<' : '>'} (${where.parameter(value)}::timestamptz, ${where.parameter(id)}::uuid)`,
      );
    }
    const direction = isForward ? 'DESC' : 'ASC';
    const limit = where.parameter(page.limit + 1);
    return this.reads.query<ReconciliationRun[]>(
      `SELECT ${RUN_COLUMNS} FROM reconciliation_runs AS r ${where.sql}
       ORDER BY r.started_at ${direction}, r.id ${direction} LIMIT ${limit}`,
      where.parameters,
    );
  }

  async count(accountId: string | null): Promise<number> {
    const where = ofAccount(accountId);
    return countListed(this.reads, {
      sql: `SELECT FROM reconciliation_runs AS r ${where.sql}`,
      parameters: where.parameters,
    });
  }
}

function ofAccount(accountId: string | null): WhereClause {
  return new WhereClause().add(accountId, (id) => `r.account_id = ${id}`);
}
