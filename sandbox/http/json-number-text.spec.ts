import { numberTextAt } from './json-number-text.js';

describe('numberTextAt', () => {
  it.each([
    { json: '{"amount":10.50}', text: '10.50', why: 'zeros at the end stay' },
    { json: '{"amount":0.1000}', text: '0.1000', why: 'so many as there are' },
    { json: '{"amount":123456789012.3456}', text: '123456789012.3456', why: 'more digits than a double holds' },
    { json: '{ "amount" :\n 7 }', text: '7', why: 'white space means nothing' },
    { json: '{"amount":-1}', text: '-1', why: 'a sign is part of it' },
    { json: '{"amount":1e3}', text: '1e3', why: 'an exponent too' },
    { json: '{"\\u0061mount":5}', text: '5', why: 'the key may be escaped' },
    { json: '{"note":"\\"amount\\":1","amount":2}', text: '2', why: 'a text that looks like it is none' },
    { json: '{"account":{"amount":1},"amount":2}', text: '2', why: 'only the outermost object counts' },
    { json: '{"amount":1,"amount":2}', text: '2', why: 'the last one wins, as for JSON.parse' },
    { json: '{"list":[{"amount":1}]}', text: null, why: 'not in a list' },
    { json: '{"note":"amount"}', text: null, why: 'a value is no key' },
    { json: '{"amount":"10"}', text: null, why: 'a string is no number' },
    { json: '{"amount":null}', text: null, why: 'nor is null' },
    { json: '{}', text: null, why: 'it is not there' },
  ])('finds $text in $json: $why', ({ json, text }) => {
    expect(numberTextAt({ json, key: 'amount' })).toBe(text);
  });

  it('reads the longest possible string', () => {
    expect(numberTextAt({ json: `{"note":"${'\\n'.repeat(50_000)}","amount":1.0}`, key: 'amount' })).toBe('1.0');
  });
});
