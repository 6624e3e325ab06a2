import { Stack } from '@mantine/core';
import { useUser } from '../../data/session.ts';
import { Card } from '../../ui/Card.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Page } from '../../ui/Page.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { ProfileForm } from './Page.tsx';
import { Sessions } from './Sessions.tsx';

/** Who is signed in, how, and where. */
export default function Account() {
  const user = useUser();
  if (!user) return null;
  return (
    <Page title="Account">
      <Stack gap="lg">
        <Card title="Person">
          <Facts>
            <Fact name="Name">
              <VisibleText>{user.name}</VisibleText>
            </Fact>
            <Fact name="E-mail address">
              <VisibleText>{user.email}</VisibleText>
            </Fact>
          </Facts>
        </Card>
        <ProfileForm />
        <Sessions />
        <PasswordForm email={user.email} />
      </Stack>
    </Page>
  );
}
