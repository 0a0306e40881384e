import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type FindOptionsWhere, In, IsNull, type SelectQueryBuilder, type Repository } from 'typeorm';
import { READS } from '../../../platform/database/api-reads.js';
import { newId } from '../../../common/ids.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { inSeconds } from '../../../platform/database/query-parts.js';
import { claimDueRows } from '../../../platform/scheduling/persistence/claim-due-rows.sql.js';
import type { StatementLineOutcome } from '../domain/statement-line.js';
import { StatementImportEntity } from './statement-import.entity.js';
import { StatementLineEntity } from './statement-line.entity.js';
import type { Connection } from '../../../platform/graphql/connection/connection.js';
import { listRows, newestFirst } from '../../../platform/graphql/connection/keyset-list.js';
import type { PageArguments } from '../../../platform/graphql/connection/page-arguments.js';
import { BatchLoader } from '../../../platform/graphql/batch-loader.js';

/** An uploaded statement and its results so far. */
export interface StatementImport {
  readonly id: string;
  readonly accountId: string;
  readonly importedBy: string;
  readonly importedAt: Date;
  readonly lines: number;
  readonly matching: number;
  readonly differing: number;
  readonly unknown: number;
  readonly periodFrom: Date | null;
  readonly periodTo: Date | null;
  readonly lacking: number;
  readonly notInStatement: number;
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
  readonly periodFrom: Date | null;
  readonly periodTo: Date | null;
  /** Provider ids of the listed payouts that must be read back. */
  readonly providerPayoutIds: readonly string[];
  /** Ids of completed payouts that no line contains, which must be read back as well. */
  readonly lackingIds: readonly string[];
}

export interface DueStatementLine {
  readonly id: string;
  readonly accountId: string;
  readonly providerPayoutId: string;
  readonly isLacking: boolean;
  readonly tries: number;
}

const COLUMNS = `i.id, i.account_id AS "accountId", i.imported_by AS "importedBy", i.imported_at AS "importedAt", i.lines,
  i.matching, i.differing, i.unknown, i.lacking, i.period_from AS "periodFrom", i.period_to AS "periodTo", (
    SELECT json_build_object('pending', count(*) FILTER (WHERE outcome IS NULL),
      'unknownPayouts', count(*) FILTER (WHERE outcome = 'UNKNOWN_PAYOUT'),
      'notInStatement', count(*) FILTER (WHERE outcome = 'NOT_IN_STATEMENT'),
      'absent', count(*) FILTER (WHERE outcome = 'ABSENT'), 'givenUp', count(*) FILTER (WHERE outcome = 'GIVEN_UP'))
    FROM statement_lines WHERE import_id = i.id) AS asked`;

/** Counts of the lines whose payout was read back, by outcome. */
type AskedLines = Pick<StatementImport, 'pending' | 'unknownPayouts' | 'notInStatement' | 'absent' | 'givenUp'>;

type ListedImport = Omit<StatementImport, keyof AskedLines> & { readonly asked: AskedLines };

// Time for two reads, each limited by the provider's timeout and with retries. After that the reader is dead.
const LEASE_SECONDS = 90;

@Injectable()
export class StatementImportsRepository {
  readonly #byId: BatchLoader<StatementImport | null>;

  constructor(
    @InjectRepository(StatementImportEntity, READS) private readonly imports: Repository<StatementImportEntity>,
  ) {
    this.#byId = BatchLoader.byId(async (ids) => {
      const listed = await this.select({ id: In([...ids]) }).getRawMany<ListedImport>();
      return listed.map(withCounts);
    });
  }

  find(id: string): Promise<StatementImport | null> {
    return this.#byId.load(id);
  }

  async insert(tx: Transaction, statement: NewStatementImport): Promise<StatementImport> {
    const { providerPayoutIds, lackingIds, ...given } = statement;
    const row = { ...given, lacking: lackingIds.length };
    const inserted = await tx.repository(StatementImportEntity).insert(row);
    const generated = inserted.generatedMaps[0] as Pick<StatementImport, 'importedAt'>;
    const nextTryAt = () => 'now()';
    const toLine = (isLacking: boolean) => (providerPayoutId: string) => ({
      ...{ id: newId(), importId: row.id, providerPayoutId, isLacking, nextTryAt },
    });
    const lines = [...providerPayoutIds.map(toLine(false)), ...lackingIds.map(toLine(true))];
    const insert = tx.repository(StatementLineEntity).createQueryBuilder().insert().updateEntity(false);
    if (lines.length > 0) await insert.values(lines).execute();
    return { ...row, ...generated, pending: lines.length, unknownPayouts: 0, notInStatement: 0, absent: 0, givenUp: 0 };
  }

  async claimDueLines(tx: Transaction, limit: number): Promise<DueStatementLine[]> {
    const due = { table: 'statement_lines', dueColumn: 'next_try_at', leaseSeconds: LEASE_SECONDS };
    const ids = await claimDueRows(tx, due, limit);
    const lines = tx
      .repository(StatementLineEntity)
      .createQueryBuilder('l')
      .where({ id: In(ids) });
    return lines
      .innerJoin(StatementImportEntity, 'i', 'i.id = l.import_id')
      .select(
        'l.id, i.account_id AS "accountId", l.provider_payout_id AS "providerPayoutId", l.is_lacking AS "isLacking", l.tries',
      )
      .getRawMany<DueStatementLine>();
  }

  async settleLine(tx: Transaction, id: string, outcome: StatementLineOutcome): Promise<void> {
    await tx.repository(StatementLineEntity).update(id, { outcome, nextTryAt: null });
  }

  async postponeLine(tx: Transaction, id: string, seconds: number): Promise<void> {
    const next = { tries: () => 'tries + 1', nextTryAt: inSeconds(seconds) };
    await tx.repository(StatementLineEntity).update({ id, outcome: IsNull() }, next);
  }

  page<Node>(
    accountId: string | null,
    args: PageArguments,
    toNode: (statement: StatementImport) => Node,
  ): Promise<Connection<Node>> {
    return listRows({
      select: () => this.select(accountId === null ? {} : { accountId }),
      order: newestFirst('i', 'importedAt'),
      args,
      toNode: (row: ListedImport) => toNode(withCounts(row)),
    });
  }

  private select(where: FindOptionsWhere<StatementImportEntity>): SelectQueryBuilder<StatementImportEntity> {
    return this.imports.createQueryBuilder('i').select(COLUMNS).where(where);
  }
}

function withCounts({ asked, ...row }: ListedImport): StatementImport {
  return { ...row, ...asked };
}
