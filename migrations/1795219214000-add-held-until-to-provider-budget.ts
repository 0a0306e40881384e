import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When the holding of each token ends that was taken for a claim and is not used yet. Beside the tokens, since a lease
 * must know both under one lock. A replica of the version before ignores it, and uses the tokens that it takes at once.
 */
export class AddHeldUntilToProviderBudget1795219214000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE provider_budget ADD COLUMN held_until timestamptz[] NOT NULL DEFAULT '{}'`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE provider_budget DROP COLUMN held_until');
  }
}
