import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLE = `
  CREATE TABLE change_requests (
    id uuid NOT NULL CONSTRAINT pk_change_requests PRIMARY KEY,
    kind text NOT NULL,
    -- What it is about: an id, or a fixed word where there is one such thing.
    subject text NOT NULL,
    -- The account that it is about alone; null when it holds for more than one.
    account_id uuid,
    -- All that takes effect, and its hash, by which the second person confirms it.
    content jsonb NOT NULL,
    content_hash bytea NOT NULL,
    -- Null for an API key, whose name says what it is for.
    reason text,
    proposed_by uuid NOT NULL,
    proposed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    expires_at timestamptz NOT NULL,
    closed_as text,
    closed_by uuid,
    closed_at timestamptz,
    CONSTRAINT chk_change_requests_content_hash CHECK (length(content_hash) = 32),
    CONSTRAINT chk_change_requests_closed_as
      CHECK (closed_as IN ('CONFIRMED', 'DECLINED', 'REPLACED', 'EXPIRED', 'FAILED')),
    CONSTRAINT chk_change_requests_close CHECK ((closed_as IS NULL) = (closed_at IS NULL)),
    -- Its proposer never confirms it.
    CONSTRAINT chk_change_requests_two_people
      CHECK (closed_as IS DISTINCT FROM 'CONFIRMED' OR (closed_by IS NOT NULL AND closed_by <> proposed_by))
  );

  CREATE UNIQUE INDEX uq_change_requests_open ON change_requests (kind, subject) WHERE closed_as IS NULL;

  CREATE TRIGGER tr_change_requests_two_people BEFORE INSERT OR UPDATE OF closed_as ON change_requests FOR EACH ROW
  WHEN (NEW.closed_as = 'CONFIRMED') EXECUTE FUNCTION refuse_same_person('proposed_by', 'closed_by')`;

export class CreateChangeRequests1795219204000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(TABLE);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE change_requests');
  }
}
