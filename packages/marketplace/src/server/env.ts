import { ConfigError } from './config-error.ts';
import { SETTINGS, type Setting, type SettingName } from './settings.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads and checks settings; an empty value counts as not set. */
export interface EnvironmentReader {
  text(name: SettingName): string | null;
  count(name: SettingName): number | null;
  list(name: SettingName): string[];
  /** Whether the environment sets a value. */
  isSet(name: SettingName): boolean;
}

function checkedCount(name: SettingName, text: string, setting: Setting): number {
  const value = Number(text);
  const [min, max] = setting.range ?? [0, Number.MAX_SAFE_INTEGER];
  if (!/^\d+$/.test(text) || value < min || value > max) {
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}.`);
  }
  return value;
}

/** The only place that reads the environment. */
export function readEnvironment(environment: Environment = process.env): EnvironmentReader {
  const valueOf = (name: SettingName) => environment[name]?.trim() || SETTINGS[name].default;
  return {
    isSet: (name) => (environment[name]?.trim() ?? '') !== '',
    text(name) {
      const value = valueOf(name);
      const setting: Setting = SETTINGS[name];
      if (value !== null && setting.choices && !setting.choices.includes(value)) {
        throw new ConfigError(`${name} must be one of ${setting.choices.join(', ')}.`);
      }
      return value;
    },
    count(name) {
      const value = valueOf(name);
      return value === null ? null : checkedCount(name, value, SETTINGS[name]);
    },
    list: (name) =>
      (valueOf(name) ?? '')
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
  };
}
