import { loadConfig } from './config.js';
import { findSettingWarnings } from './setting-warnings.js';

const REQUIRED = {
  PUBLIC_URL: 'https://purser.example.com',
  DATABASE_URL: 'postgres://purser@localhost/purser',
  PROVIDER_BASE_URL: 'https://provider.example.com',
  PROVIDER_API_TOKEN: '0cc175b9c0f1b6a831c399e269772661',
  ENCRYPTION_KEY: 'N2Q5ZjE4YjQwYzZhMmU1M2Y4OTFkMDc2YjNlNGE1Yzg=',
  WEBHOOK_SECRET: '4a8a08f09d37b73795649038408b5f33',
  ORDER_WEBHOOK_PATH_SECRET: '92eb5ffee6ae2fec3ad71c777531578f',
  BOOTSTRAP_API_KEY: 'pk_boot_8277e0910d750195b448797616e091ad',
};

function warningsFor(changes: Readonly<Record<string, string>>): readonly unknown[] {
  const env = { ...REQUIRED, ...changes };
  return findSettingWarnings(loadConfig(env), env);
}

describe('warnings about settings', () => {
  it.each([
    ['PAYOUT_APROVERS_DEFAULT', 'PAYOUT_APPROVERS_DEFAULT'],
    ['DATABASE_POOLSIZE', 'DATABASE_POOL_SIZE'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['WEBHOOK_SECERT_FILE', 'WEBHOOK_SECRET'],
    ['PAYOUT_MAX_AMOUNT', null],
    ['DATABASE_PASSWORD', null],
  ])('name the unknown setting %s and suggest %s', (name, meant) => {
    expect(warningsFor({ [name]: '1' })).toEqual([{ event: 'setting_not_known', name, meant }]);
  });

  it.each([
    'PATH',
    'HOME',
    'HOSTNAME',
    'LANG',
    'NODE_ENV',
    'TZ',
    'DATABASE_PORT_5432_TCP_ADDR',
    'PROVIDER_SERVICE_HOST',
  ])('ignore the variable %s, which belongs to other programs', (name) => {
    expect(warningsFor({ [name]: '1' })).toEqual([]);
  });

  it.each([
    ['live', 'http://localhost:4010', true],
    ['live', 'http://127.0.0.1:4010', true],
    ['live', 'http://[::1]:4010', true],
    ['live', 'https://localhost.example.com', false],
    ['sandbox', 'http://localhost:4010', false],
  ])('when the %s environment has its provider at %s, warn that it is this machine: %s', (environment, url, isHere) => {
    const warnings = warningsFor({ DESK_ENVIRONMENT: environment, PROVIDER_BASE_URL: url });
    expect(warnings).toEqual(isHere ? [{ event: 'live_provider_is_this_machine', name: 'PROVIDER_BASE_URL' }] : []);
  });

  it.each([
    ['10.0.0.0/8', true],
    ['172.16.0.0/12', true],
    ['10.1.0.0/16', false],
    ['10.1.2.3', false],
    ['2001:db8::/31', true],
    ['2001:db8::/32', false],
  ])('when TRUSTED_PROXIES is %s, warn that it is too wide: %s', (networks, isWide) => {
    const warnings = warningsFor({ TRUSTED_PROXIES: networks });
    expect(warnings).toEqual(isWide ? [{ event: 'trusted_proxies_wide', name: 'TRUSTED_PROXIES' }] : []);
  });
});
