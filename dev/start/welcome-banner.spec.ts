import { execFileSync } from 'node:child_process';
import { parse } from 'graphql';
import { rightCode, testCardOf } from '../../sandbox/cards/test-card.table.js';
import { CREATE_ORDER, CREATE_PAYOUT, curlCommand, SMS_CODE, TEST_CARDS, WATCH_ORDER } from './first-steps-requests.js';
import { renderBanner } from './welcome-banner.js';

describe('first steps', () => {
  it.each([CREATE_ORDER, WATCH_ORDER, CREATE_PAYOUT])('print valid GraphQL: %s', (document) => {
    expect(() => parse(document)).not.toThrow();
  });

  it('print commands that a shell passes on unchanged', () => {
    const document = `{ order(id: "it's") { id } }`;
    const command = curlCommand('http://127.0.0.1:3000/graphql', 'key', document);
    const printArguments = `curl() { for argument; do last="$argument"; done; printf %s "$last"; }`;
    const body = execFileSync('/bin/sh', ['-c', `${printArguments}\n${command}`], { encoding: 'utf8' });
    expect(JSON.parse(body)).toEqual({ query: document });
  });
});

describe('test cards of the first steps', () => {
  it('test cards of the first steps are cards of the sandbox, with the results that they have there', () => {
    const names = TEST_CARDS.map(({ number }) => testCardOf(number.replaceAll(' ', '')).name);
    expect(names).toEqual(['success', 'sms', 'decline']);
    expect(SMS_CODE).toBe(rightCode);
  });
});

describe('renderBanner', () => {
  it('prints every address, the API key and how to stop', () => {
    const content = {
      dashboardUrl: 'http://127.0.0.1:3080/sign-in/one',
      approverUrl: 'http://127.0.0.1:3080/sign-in/two',
      graphqlUrl: 'http://127.0.0.1:3000/graphql',
      consoleUrl: 'http://localhost:3080/sign-in/three',
      checkoutUrl: 'http://localhost:3070',
      sandboxUrl: 'http://127.0.0.1:4010',
      operatorKey: 'pk_dev_key',
      approverKey: 'pk_dev_second',
      bootstrapKey: 'pk_dev_first',
      database: 'embedded',
    };
    const banner = renderBanner(content);
    for (const value of Object.values(content)) expect(banner).toContain(value);
    expect(banner).toContain('ws://127.0.0.1:3000/graphql');
    for (const { number } of TEST_CARDS) expect(banner).toContain(number);
    expect(banner).toContain(SMS_CODE);
    expect(banner).toContain('Ctrl-C stops everything');
  });
});
