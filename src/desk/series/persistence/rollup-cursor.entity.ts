import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { XID8 } from '../../../platform/database/column-types.js';

/** How far the status log has been counted. A single row, locked by the replica that counts. */
@Entity('rollup_cursors')
@Check('chk_rollup_cursors_id', 'id = 1')
export class RollupCursorEntity {
  @PrimaryColumn('smallint')
  id: number;

  @Column('integer')
  incarnation: number;

  @Column({ type: XID8 })
  txId: string;

  @Column('bigint')
  changeId: string;
}
