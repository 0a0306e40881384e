import { randomInt } from 'node:crypto';
import { ShortCanary } from '../support/canary-short.js';
import { Canary } from '../support/canary.js';
import type { CardText } from '../support/h2h.js';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

const drawn = (length: number, from: string): string =>
  Array.from({ length }, () => from[randomInt(from.length)]).join('');

/** A person who pays with details that nobody else has. */
export class CanaryPayer {
  /** Of the scheme whose cards have four digits for a code, as three are found everywhere. */
  readonly number = Canary.cardNumber({ prefix: '37', length: 15 });
  /** As only people write them: with a zero in front. */
  readonly cvv = new ShortCanary(`0${drawn(3, '123456789')}`, 'cvv');
  readonly surname = new Canary(drawn(14, LETTERS));
  // Cards expire within twenty years.
  readonly expiry = new ShortCanary(
    `0${randomInt(1, 10)}/${(new Date().getUTCFullYear() % 100) + randomInt(5, 19)}`,
    'expiryDate',
  );
  /** As long as codes may be. */
  readonly code = new Canary(`${drawn(6, LETTERS)}${drawn(6, '0123456789')}`);
  /** The number with a slip in its last digit. */
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

  /** The parts of the card that may be seen. */
  get mask(): string {
    return `${this.number.text.slice(0, 6)}*****${this.number.text.slice(-4)}`;
  }

  /** Another person, who shares none of these details by chance. */
  another(): CanaryPayer {
    const other = new CanaryPayer();
    const taken = new Set(this.canaries.map(({ text }) => text));
    return other.canaries.some(({ text }) => taken.has(text)) ? this.another() : other;
  }
}
