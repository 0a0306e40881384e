import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A key that callers present. Only a keyed hash of it is kept. */
@Entity('api_keys')
export class ApiKeyEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  @Column({ type: 'bytea' })
  keyHash: Buffer;

  @Column('text', { array: true })
  scopes: string[];

  @Column('timestamptz', { nullable: true })
  expiresAt: Date | null;

  /** Since when another key stands in its place in the configuration. */
  @Column('timestamptz', { nullable: true })
  replacedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  revokedAt: Date | null;

  @Column('timestamptz')
  createdAt: Date;
}
