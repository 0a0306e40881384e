import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLE = `
  CREATE TABLE decisions (
    id uuid NOT NULL CONSTRAINT pk_decisions PRIMARY KEY,
    kind text NOT NULL,
    -- What it is about: an id, or a fixed word where there is one such thing.
    subject text NOT NULL,
    content jsonb NOT NULL,
    reason text NOT NULL,
    proposed_by uuid NOT NULL,
    proposed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    expires_at timestamptz NOT NULL,
    ended_as text,
    ended_by uuid,
    ended_at timestamptz,
    CONSTRAINT chk_decisions_ended_as CHECK (ended_as IN ('CONFIRMED', 'DECLINED', 'REPLACED', 'EXPIRED')),
    CONSTRAINT chk_decisions_end CHECK ((ended_as IS NULL) = (ended_at IS NULL)),
    -- The proposer never confirms.
    CONSTRAINT chk_decisions_two_people
      CHECK (ended_as IS DISTINCT FROM 'CONFIRMED' OR (ended_by IS NOT NULL AND ended_by <> proposed_by))
  );

  CREATE UNIQUE INDEX uq_decisions_open ON decisions (kind, subject) WHERE ended_as IS NULL;

  CREATE TRIGGER tr_decisions_two_people BEFORE INSERT OR UPDATE OF ended_as ON decisions FOR EACH ROW
  WHEN (NEW.ended_as = 'CONFIRMED') EXECUTE FUNCTION refuse_same_person('proposed_by', 'ended_by')`;

export class CreateDecisions1795219204000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(TABLE);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE decisions');
  }
}
