// The layout of the account screens: heading, fields, error message, main button and links.
import type { FormHTMLAttributes, ReactNode, Ref } from "react";
import { Button } from "../components/Button.tsx";
import { Notice, type NoticeProps } from "../components/Notice.tsx";
import { PageHeading } from "../components/PageHeading.tsx";
import { wholeWords } from "../components/whole_words.tsx";

export interface AccountFormProps {
  title: string;
  lead?: ReactNode;
  /** A message from the previous screen, or about what was done on this one. */
  message?: Pick<NoticeProps, "kind" | "text">;
  form: FormHTMLAttributes<HTMLFormElement> & { ref: Ref<HTMLFormElement> };
  failure: string;
  busy: boolean;
  action: string;
  children: ReactNode;
  /** Links to other screens. */
  links?: ReactNode;
}

export function AccountForm(
  { title, lead, message, form, failure, busy, action, children, links }: AccountFormProps,
) {
  return (
    <>
      <PageHeading title={title} lead={typeof lead === "string" ? wholeWords(lead) : lead} />
      {/* A live region has to exist before its message, or screen readers do not announce it. */}
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
