import type { MigrationInterface, QueryRunner } from 'typeorm';
import { GUARD_H2H_SESSIONS } from './states/h2h-session.sql.js';

/**
 * A verification that ended as CANCELLED is CANCELED, as orders and payouts are. Its log says so, too, since
 * subscribers read the status there. A replica of the version before cannot store the old word from here on: it polls
 * the verification again until a replica of this version does.
 */
export class RenameCanceledH2hSessions1795219216000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(renaming({ from: 'CANCELLED', to: 'CANCELED' }));
    await queryRunner.query(GUARD_H2H_SESSIONS);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(renaming({ from: 'CANCELED', to: 'CANCELLED' }));
    await queryRunner.query(GUARD_H2H_SESSIONS.replaceAll(`'CANCELED'`, `'CANCELLED'`));
  }
}

function renaming({ from, to }: { readonly from: string; readonly to: string }): string {
  return `
    DROP TRIGGER tr_h2h_sessions_status ON h2h_sessions;
    ALTER TABLE h2h_sessions DROP CONSTRAINT chk_h2h_sessions_status;
    UPDATE h2h_sessions SET status = '${to}' WHERE status = '${from}';
    ALTER TABLE h2h_sessions ADD CONSTRAINT chk_h2h_sessions_status CHECK (status IN
      ('NOT_STARTED', 'UNCONFIRMED', 'INITIALIZING', 'PROCESSING', 'SUCCESS', '${to}', 'FAILED', 'EXPIRED'));

    ALTER TABLE status_changes DISABLE TRIGGER tr_status_changes_append_only;
    UPDATE status_changes SET from_status = replace(from_status, '${from}', '${to}'),
      to_status = replace(to_status, '${from}', '${to}')
    WHERE subject_type = 'H2H' AND '${from}' IN (from_status, to_status);
    ALTER TABLE status_changes ENABLE TRIGGER tr_status_changes_append_only`;
}
