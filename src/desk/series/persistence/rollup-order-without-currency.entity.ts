import { Entity, PrimaryColumn } from 'typeorm';

/** An order that was counted without a currency. The count is moved when the currency becomes known. */
@Entity('rollup_orders_without_currency')
export class RollupOrderWithoutCurrencyEntity {
  @PrimaryColumn('uuid')
  orderId: string;
}
