import { Entity, PrimaryColumn } from 'typeorm';

/** An order that is counted without a currency, so that it leaves from there when the currency becomes known. */
@Entity('rollup_orders_without_currency')
export class RollupOrderWithoutCurrencyEntity {
  @PrimaryColumn('uuid')
  orderId: string;
}
