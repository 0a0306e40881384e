import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A key gets its secret when its holder redeems it, with a half from its maker and a half from its confirmer. */
export class LetHoldersRedeemApiKeys1795219226100 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE api_keys
        ALTER COLUMN key_hash DROP NOT NULL,
        -- Keyed hashes of the two halves; null once the key is redeemed.
        ADD COLUMN first_half_hash bytea CONSTRAINT uq_api_keys_first_half_hash UNIQUE,
        ADD COLUMN second_half_hash bytea,
        ADD COLUMN redeemed_at timestamptz,
        -- Who redeemed it, when they came with a credential of their own: its holder is that person.
        ADD COLUMN redeemed_by uuid`);
    // The maker of a key that still waits was shown its secret, so nobody may confirm it any more.
    await queryRunner.query(`
      UPDATE api_keys SET key_hash = NULL, revoked_at = coalesce(revoked_at, now()),
        revoke_reason = coalesce(revoke_reason, 'Its maker knows its secret. Create the key again.')
      WHERE created_by IS NOT NULL AND confirmed_at IS NULL`);
    await queryRunner.query(`
      ALTER TABLE api_keys
        -- No secret before a second person has confirmed the key and its holder has redeemed it.
        ADD CONSTRAINT chk_api_keys_redeemed CHECK (
          CASE WHEN key_hash IS NULL THEN created_by IS NOT NULL AND redeemed_at IS NULL
          ELSE created_by IS NULL OR confirmed_at IS NOT NULL END),
        ADD CONSTRAINT chk_api_keys_halves CHECK (
          length(first_half_hash) = 32 AND length(second_half_hash) = 32
          AND (key_hash IS NULL OR (first_half_hash IS NULL AND second_half_hash IS NULL))
          AND (second_half_hash IS NULL OR confirmed_at IS NOT NULL))`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DELETE FROM api_keys WHERE key_hash IS NULL');
    await queryRunner.query(`
      ALTER TABLE api_keys
        DROP CONSTRAINT chk_api_keys_redeemed,
        DROP CONSTRAINT chk_api_keys_halves,
        DROP COLUMN first_half_hash,
        DROP COLUMN second_half_hash,
        DROP COLUMN redeemed_at,
        DROP COLUMN redeemed_by,
        ALTER COLUMN key_hash SET NOT NULL`);
  }
}
