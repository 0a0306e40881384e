import { randomInt } from 'node:crypto';
import { ShortCanary } from '../support/canary-short.js';
import { Canary } from '../support/canary.js';
import type { CardText } from '../support/h2h.js';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

const drawn = (length: number, from: string): string =>
  Array.from({ length }, () => from[randomInt(from.length)]).join('');

/** A payer with random details, so that each can be recognised wherever it leaks. */
export class CanaryPayer {
  /** A scheme with security codes of four digits, because three digits occur everywhere by chance. */
  readonly number = Canary.cardNumber({ prefix: '37', length: 15 });
  /** With a leading zero, because programs never write numbers that way. */
  readonly cvv = new ShortCanary(`0${drawn(3, '123456789')}`, 'cvv');
  readonly surname = new Canary(drawn(14, LETTERS));
  // Within twenty years, the longest validity that is accepted.
  readonly expiry = new ShortCanary(
    `0${randomInt(1, 10)}/${(new Date().getUTCFullYear() % 100) + randomInt(5, 19)}`,
    'expiryDate',
  );
  /** The longest code that is accepted. */
  readonly code = new Canary(`${drawn(6, LETTERS)}${drawn(6, '0123456789')}`);
  /** The number with a wrong last digit. */
  readonly mistyped = new Canary(`${this.number.text.slice(0, -1)}${(Number(this.number.text.slice(-1)) + 1) % 10}`);

  get canaries(): readonly Canary[] {
    return [this.number, this.cvv, this.surname, this.expiry, this.code, this.mistyped];
  }

  get card(): CardText {
    return {
      cardNumber: this.number.text,
      cardholderName: `Perpetua ${this.surname.text}`,
      expiryDate: this.expiry.text,
      cvv: this.cvv.text,
    };
  }

  /** The digits of the card number that may be shown. */
  get mask(): string {
    return `${this.number.text.slice(0, 6)}*****${this.number.text.slice(-4)}`;
  }

  /** Returns another payer who shares none of these details. */
  another(): CanaryPayer {
    const other = new CanaryPayer();
    const taken = new Set(this.canaries.map(({ text }) => text));
    return other.canaries.some(({ text }) => taken.has(text)) ? this.another() : other;
  }
}
