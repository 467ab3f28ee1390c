// The shape that the account screens share: heading, fields, what went wrong, one main button, links.
import type { FormHTMLAttributes, ReactNode, Ref } from "react";
import { Button } from "../components/Button.tsx";
import { Notice, type NoticeProps } from "../components/Notice.tsx";
import { PageHeading } from "../components/PageHeading.tsx";

export interface AccountFormProps {
  title: string;
  lead?: ReactNode;
  /** A message from the screen before (spec 2), or about what was done here. */
  message?: Pick<NoticeProps, "kind" | "text">;
  form: FormHTMLAttributes<HTMLFormElement> & { ref: Ref<HTMLFormElement> };
  failure: string;
  busy: boolean;
  action: string;
  children: ReactNode;
  /** Where else to go. */
  links?: ReactNode;
}

export function AccountForm(
  { title, lead, message, form, failure, busy, action, children, links }: AccountFormProps,
) {
  return (
    <>
      <PageHeading title={title} lead={lead} />
      {/* There before anything is said, so that it is read out. */}
      <div className="account-news" role="status">{message && <Notice {...message} />}</div>
      <form {...form} className="account-form">
        {children}
        {failure && <Notice kind="error" text={failure} />}
        <Button type="submit" look="primary" busy={busy}>{action}</Button>
      </form>
      {links && <nav className="account-links" aria-label="Hesap">{links}</nav>}
    </>
  );
}
