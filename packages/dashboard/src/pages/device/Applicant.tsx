import { Text } from '@mantine/core';
import type { DeviceLogin } from '@mkt/protocol';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';

const Claim = ({ children }: { children: string }) => (
  <>
    <VisibleText>{children}</VisibleText>{' '}
    <Text span inherit c="dimmed">
      as it says
    </Text>
  </>
);

/** Who asks. The program chose its names itself; its address was seen by the marketplace. */
export function Applicant({ login }: { login: DeviceLogin }) {
  const { program, hostName, address, createdAt, expiresAt } = login;
  return (
    <Facts>
      <Fact name="Program">
        <Claim>{program}</Claim>
      </Fact>
      <Fact name="Machine">{hostName && <Claim>{hostName}</Claim>}</Fact>
      <Fact name="Address">
        <code>{address}</code>
      </Fact>
      <Fact name="Asked">
        <RelativeTime at={createdAt} />
      </Fact>
      <Fact name="Code expires">
        <RelativeTime at={expiresAt} />
      </Fact>
    </Facts>
  );
}
