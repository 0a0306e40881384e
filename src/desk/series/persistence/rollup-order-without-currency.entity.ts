import { Entity, PrimaryColumn } from 'typeorm';

/** An order counted without a currency, so the count can move when the currency becomes known. */
@Entity('rollup_orders_without_currency')
export class RollupOrderWithoutCurrencyEntity {
  @PrimaryColumn('uuid')
  orderId: string;
}
