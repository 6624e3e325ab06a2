import { SegmentedControl, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { Icon, type IconName } from '../ui/Icon.tsx';

const SCHEMES: { value: MantineColorScheme; name: string; icon: IconName }[] = [
  { value: 'auto', name: 'System', icon: 'monitor' },
  { value: 'light', name: 'Light', icon: 'sun' },
  { value: 'dark', name: 'Dark', icon: 'moon' },
];

export function ColorSchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      size="xs"
      aria-label="Colour scheme"
      value={colorScheme}
      onChange={(value) => setColorScheme(value)}
      data={SCHEMES.map(({ value, name, icon }) => ({
        value,
        label: (
          <span title={name}>
            <Icon name={icon} />
            <span className="visually-hidden">{name}</span>
          </span>
        ),
      }))}
    />
  );
}
