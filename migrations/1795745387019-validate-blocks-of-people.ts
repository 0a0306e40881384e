import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ValidateBlocksOfPeople1795745387019 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE people VALIDATE CONSTRAINT chk_people_block');
  }

  down(): Promise<void> {
    return Promise.resolve();
  }
}
