-- The plan of a study: frozen once the study has left draft.
-- To change a rule: edit it here and run its new text in a migration (docs/adr/0003).

-- The plan never changes, its number only grows, and the study never becomes a draft again.
CREATE FUNCTION studies_study_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        IF OLD.status <> 'draft' AND NOT studies_erasing(OLD.id) THEN
            RAISE EXCEPTION 'study % was opened; it can only be erased as a whole', OLD.id
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN OLD;
    END IF;
    IF OLD.status <> 'draft' AND (
        (OLD.subject_a, OLD.subject_b, OLD.goal, OLD.method, OLD.alpha, OLD.beta, OLD.pd,
         OLD.evaluations_per_judge, OLD.protocol, OLD.pairing, OLD.hold_minutes, OLD.blind,
         OLD.language,
         OLD.question, OLD.instructions, OLD.consent_text, OLD.thanks_text, OLD.seed, OLD.is_test,
         OLD.plan_json, OLD.plan_sha256, OLD.accepted_warnings, OLD.code,
         OLD.least_seconds, OLD.most_failed_attention, OLD.primary_set, OLD.attention_at,
         OLD.practice_triads, OLD.family, OLD.family_size,
         OLD.presentation, OLD.progress_shown, OLD.asks_reason, OLD.asks_sureness,
         OLD.questionnaire, OLD.follow_up, OLD.translations, OLD.privacy_contact,
         OLD.withdrawal_until, OLD.secret, OLD.texts_sha256, OLD.kind, OLD.more_subjects,
         OLD.b_imitates_a, OLD.sureness_weights)
        IS DISTINCT FROM
        (NEW.subject_a, NEW.subject_b, NEW.goal, NEW.method, NEW.alpha, NEW.beta, NEW.pd,
         NEW.evaluations_per_judge, NEW.protocol, NEW.pairing, NEW.hold_minutes, NEW.blind,
         NEW.language,
         NEW.question, NEW.instructions, NEW.consent_text, NEW.thanks_text, NEW.seed, NEW.is_test,
         NEW.plan_json, NEW.plan_sha256, NEW.accepted_warnings, NEW.code,
         NEW.least_seconds, NEW.most_failed_attention, NEW.primary_set, NEW.attention_at,
         NEW.practice_triads, NEW.family, NEW.family_size,
         NEW.presentation, NEW.progress_shown, NEW.asks_reason, NEW.asks_sureness,
         NEW.questionnaire, NEW.follow_up, NEW.translations, NEW.privacy_contact,
         NEW.withdrawal_until, NEW.secret, NEW.texts_sha256, NEW.kind, NEW.more_subjects,
         NEW.b_imitates_a, NEW.sureness_weights)
        OR NEW.evaluations < OLD.evaluations
        OR NEW.status = 'draft'
    ) THEN
        RAISE EXCEPTION 'the plan of study % is frozen', OLD.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER study_frozen BEFORE UPDATE OR DELETE ON studies_study
    FOR EACH ROW EXECUTE FUNCTION studies_study_frozen();

-- What a study is never changes, not even in a draft: texts and plan are of its kind.
CREATE TRIGGER study_kind_kept BEFORE UPDATE OF kind ON studies_study FOR EACH ROW
    WHEN (OLD.kind <> NEW.kind) EXECUTE FUNCTION studies_refuse('kind never changes');

-- The triads of a study are of its protocol, so it stays once there are any.
CREATE FUNCTION studies_protocol_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM studies_triad WHERE study_id = NEW.id) THEN
        RAISE EXCEPTION 'study % has triads of the other protocol', NEW.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER study_protocol_kept BEFORE UPDATE OF protocol ON studies_study FOR EACH ROW
    WHEN (OLD.protocol IS DISTINCT FROM NEW.protocol)
    EXECUTE FUNCTION studies_protocol_kept();

-- Only an amendment raises the number of evaluations, and an unsealing is not undone.
CREATE FUNCTION studies_study_amended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.evaluations > OLD.evaluations AND NOT EXISTS (
        SELECT 1 FROM studies_amendment WHERE study_id = OLD.id
            AND old_evaluations = OLD.evaluations AND new_evaluations = NEW.evaluations
    ) THEN
        RAISE EXCEPTION 'the number of study % is raised by an amendment only', OLD.id
            USING ERRCODE = 'integrity_constraint_violation';
    ELSIF OLD.unsealed_at IS DISTINCT FROM NEW.unsealed_at AND OLD.unsealed_at IS NOT NULL THEN
        RAISE EXCEPTION 'study % was unsealed, which is not undone', OLD.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER study_amended BEFORE UPDATE ON studies_study
    FOR EACH ROW WHEN (OLD.status <> 'draft') EXECUTE FUNCTION studies_study_amended();
