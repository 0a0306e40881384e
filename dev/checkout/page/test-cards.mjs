/* global document, fetch */
import { asCardNumber } from './form-fields.mjs';

/** American Express cards have a four-digit code, on the front. */
const FOUR_DIGIT_CODE = /^3[47]/;

// Test cards expire this many years from now, which is longer than any test and plausible for a card.
const VALID_FOR_YEARS = 3;

const cards = fetch('/test-cards')
  .then((response) => response.json())
  .catch(() => ({ rightCode: 'unknown', testCards: [] }));

/** Offers the test cards while the payer enters a card. In other phases, the page contains no card numbers. */
export async function offerTestCards(phase, onChoose) {
  const { rightCode, testCards } = await cards;
  const isOffered = phase === 'CARD';
  const hint = {
    CARD: 'Choose one to fill in the form. This list is part of the sample only.',
    CODE: `In the sandbox the right code is ${rightCode}.`,
  }[phase];
  document.getElementById('test-cards').hidden = hint === undefined;
  document.getElementById('test-cards-hint').textContent = hint ?? '';
  const items = isOffered ? testCards.map((card) => itemOf(card, onChoose)) : [];
  document.getElementById('test-card-list').replaceChildren(...items);
}

function itemOf({ cardNumber, does }, onChoose) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'test-card';
  button.append(textIn('span', asCardNumber(cardNumber)), textIn('small', does));
  button.addEventListener('click', () => {
    onChoose({
      cardNumber: asCardNumber(cardNumber),
      cardholderName: 'Test Payer',
      expiryDate: `12/${String(new Date().getFullYear() + VALID_FOR_YEARS).slice(-2)}`,
      cvv: FOUR_DIGIT_CODE.test(cardNumber) ? '1234' : '123',
    });
  });
  const item = document.createElement('li');
  item.append(button);
  return item;
}

function textIn(tag, text) {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}
