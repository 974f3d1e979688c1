# Recompute the numbers of a test by triads from the CSV files beside this script.
#
# Base R only, and repeats.R beside it:
#   Rscript recompute.R [folder]     (without a folder: the working directory)
# Prints one quantity a line, and at the end whether they agree with those of results.csv: the exit
# status is 1 where one does not. The exact tests belong to the verdict of a plan with a fixed
# number: before it there is nothing to test, and after a sequential plan Wald's lines decide.

chance <- 1 / 3
arguments <- commandArgs(trailingOnly = TRUE)
folder <- if (length(arguments) > 0) arguments[1] else "."

read <- function(name) {
  read.csv(file.path(folder, name), colClasses = "character", encoding = "UTF-8",
           check.names = FALSE, na.strings = character(0))
}
computed <- list()
show <- function(name, value) {
  computed[[name]] <<- value
  cat(name, " = ", if (is.numeric(value)) format(value, digits = 15) else value, "\n", sep = "")
}
pd_of <- function(pc) min(max((pc - chance) * 1.5, 0), 1)

# P(X >= x | n, 1/3)
difference <- function(x, n, alpha) {
  p <- pbinom(x - 1, n, chance, lower.tail = FALSE)
  show("difference_p_value", p)
  enough <- which(pbinom(0:n - 1, n, chance, lower.tail = FALSE) <= alpha * (1 + 1e-12)) - 1
  show("difference_min_correct", if (length(enough) > 0) min(enough) else "")
  show("difference_significant", as.integer(p <= alpha * (1 + 1e-12)))
}

# Clopper and Pearson's one-sided lower limit
lower_limit <- function(x, n, alpha) {
  show("difference_pd_lower", pd_of(if (x > 0) qbeta(alpha, x, n - x + 1) else 0))
}

# P(X <= x | n, 1/3 + 2/3 pd), and the one-sided upper limit
similarity <- function(x, n, beta, pd) {
  pc <- chance + 2 / 3 * pd
  p <- pbinom(x, n, pc)
  show("similarity_p_value", p)
  allowed <- which(pbinom(0:n, n, pc) <= beta * (1 + 1e-12)) - 1
  show("similarity_max_correct", if (length(allowed) > 0) max(allowed) else "")
  show("similarity_similar", as.integer(p <= beta * (1 + 1e-12)))
  limit <- if (x < n) qbeta(beta, x + 1, n - x, lower.tail = FALSE) else 1
  show("similarity_pd_upper", pd_of(limit))
}

# The psychometric functions of the triangle test and of the directed triad (3-AFC)
triangle <- function(d) {
  inside <- function(z) {
    (pnorm(-z * sqrt(3) + d * sqrt(2 / 3)) + pnorm(-z * sqrt(3) - d * sqrt(2 / 3))) * dnorm(z)
  }
  2 * integrate(inside, 0, Inf, rel.tol = 1e-10)$value
}
directed <- function(d) {
  inside <- function(z) pnorm(z + d)^2 * dnorm(z)
  integrate(inside, -Inf, Inf, rel.tol = 1e-10)$value
}

# Thurstone's distance: the psychometric function, turned round
d_prime <- function(pc, protocol) {
  if (pc <= chance) return(0)
  right <- if (protocol == "directed") directed else triangle
  uniroot(function(d) right(d) - pc, c(0, 50), tol = 1e-10)$root
}

# The first crossing of Wald's lines, in the order in which triads were first given
wald <- function(outcomes, alpha, beta, pd) {
  pc <- chance + 2 / 3 * pd
  n <- seq_along(outcomes)
  x <- cumsum(outcomes)
  ratio <- x * log(pc / chance) + (n - x) * log((1 - pc) / (1 - chance))
  crossed <- which(ratio >= log((1 - beta) / alpha) - 1e-9 |
                   ratio <= log(beta / (1 - alpha)) + 1e-9)
  last <- if (length(crossed) > 0) crossed[1] else length(outcomes)
  shown <- if (length(crossed) == 0) "none" else if (ratio[last] > 0) "difference" else "similarity"
  show("verdict", shown)
  show("verdict_counted", last)
  show("verdict_correct", sum(outcomes[seq_len(last)]))
}

fixed <- function(x, n, plan) {
  alpha <- as.numeric(plan[["alpha"]])
  difference(x, n, alpha)
  if (plan[["evaluations_per_judge"]] != "1") {
    show("note", "judges repeat: the pooled count gives no limit and no similarity test")
    return(invisible())
  }
  lower_limit(x, n, alpha)
  similarity(x, n, as.numeric(plan[["beta"]]), as.numeric(plan[["pd"]]))
  estimates(x, n, plan)
}

# The estimate on three scales, with Clopper and Pearson's two-sided limits
estimates <- function(x, n, plan) {
  tail <- (1 - as.numeric(plan[["estimate_two_sided_confidence"]])) / 2
  lower <- if (x > 0) qbeta(tail, x, n - x + 1) else 0
  upper <- if (x < n) qbeta(tail, x + 1, n - x, lower.tail = FALSE) else 1
  values <- c(x / n, lower, upper)
  names <- c("", "_lower", "_upper")
  for (i in 1:3) {
    show(paste0("estimate_pc", names[i]), max(values[i], chance))
    show(paste0("estimate_pd", names[i]), pd_of(values[i]))
    if (values[i] < 1) {  # else it is infinite
      show(paste0("estimate_d_prime", names[i]), d_prime(values[i], plan[["protocol"]]))
    }
  }
}

log_likelihood <- function(x, n, pc) {
  (if (x > 0) x * log(pc) else 0) + (if (x < n) (n - x) * log(1 - pc) else 0)
}

# log of the mean likelihood over pc from 1/3 to `most` over the likelihood at `against`
log_bet <- function(x, n, most, against) {
  best <- min(max(x / n, chance), most)
  top <- log_likelihood(x, n, best)
  wide <- 40 / sqrt(n)  # beyond it nothing is left of the likelihood
  likelihood <- function(pc) exp(log_likelihood(x, n, pc) - top)
  mean <- 0
  for (ends in list(c(max(chance, best - wide), best), c(best, min(most, best + wide)))) {
    if (ends[2] > ends[1]) {
      mean <- mean + integrate(likelihood, ends[1], ends[2], rel.tol = 1e-9, abs.tol = 0,
                               subdivisions = 1000L, stop.on.error = FALSE)$value
    }
  }
  log(mean / (most - chance)) + top - log_likelihood(x, n, against)
}

# All pc with B(1 + x, 1 + n - x) / (pc^x (1 - pc)^(n - x)) below 1 / (1 - confidence)
confidence_sequence <- function(x, n, confidence) {
  excess <- function(pc) {
    lbeta(1 + x, 1 + n - x) + log1p(-confidence) - log_likelihood(x, n, pc)
  }
  lower <- if (x > 0) uniroot(excess, c(1e-300, x / n), tol = 1e-14)$root else 0
  upper <- if (x < n) uniroot(excess, c(x / n, 1 - 1e-16), tol = 1e-14)$root else 1
  below <- upper < chance
  show("confidence_sequence_pd_lower", if (below) "" else pd_of(lower))
  show("confidence_sequence_pd_upper", if (below) "" else pd_of(upper))
  show("confidence_sequence_below_chance", as.integer(below))
}

by_assignment <- function(rows) {
  rows[order(rows$first_held_at_utc, as.integer(rows$triad), method = "radix"), ]
}

# E-values and confidence sequence, of the answers in order of assignment; for every look
evidence <- function(counted, plan) {
  repeats <- plan[["evaluations_per_judge"]] != "1"
  watched <- counted
  if (!repeats) {
    watched <- head(by_assignment(counted), as.integer(plan[["in_assignment_order_counted"]]))
    show("in_assignment_order_correct", sum(watched$correct == "1"))
  }
  x <- sum(watched$correct == "1")
  n <- nrow(watched)
  if (n == 0) return(invisible())
  show("log_e_value_difference", log_bet(x, n, 1, chance))
  if (!repeats) {
    pc <- chance + 2 / 3 * as.numeric(plan[["pd"]])
    show("log_e_value_similarity", log_bet(x, n, pc, pc))
    confidence_sequence(x, n, as.numeric(plan[["confidence_sequence_confidence"]]))
  }
}

# Outcomes of a sequential plan in its order, with what was withdrawn after the verdict
in_order <- function(answers, plan) {
  stood <- answers[answers$mode == "live" & answers$kind == "main" &
                   answers$not_counted_because %in% c("", "withdrawn"), ]
  stood$place <- seq_len(nrow(stood))  # the order of the file is that of completion
  best <- stood[order(stood$counted != "yes", -stood$place), ]
  best <- best[!duplicated(best$triad), ]
  by_completion <- plan[["sequential_order"]] == "completion"
  taken <- if (by_completion) best[order(best$place), ] else by_assignment(best)
  head(taken$correct == "1", as.integer(plan[["evaluations"]]))
}

# A row an answer, a column a member; `members` a matrix with a row an answer
incidence <- function(members) {
  names <- sort(unique(as.vector(members)))
  found <- matrix(0, nrow(members), length(names))
  for (column in seq_len(ncol(members))) {
    found[cbind(seq_len(nrow(members)), match(members[, column], names))] <- 1
  }
  found
}

# p and limits of pc over other texts: variance components of shared items and judges (Rao 1970)
over_texts <- function(answers, plan) {
  y <- as.numeric(answers$correct == "1")
  n <- length(y)
  e <- y - mean(y)
  shared <- list(incidence(as.matrix(answers[, c("item_1", "item_2", "item_3")])))
  degrees <- ncol(shared[[1]]) - 1
  if (length(unique(answers$judge)) < n) {
    shared[[2]] <- incidence(as.matrix(answers[, "judge", drop = FALSE]))
    degrees <- min(degrees, ncol(shared[[2]]) - 1)
  }
  found <- variance_components(e, shared)
  variance <- (n * found$components[1] + sum(found$components[-1] * found$sums[-1])) / n^2
  similar <- plan[["goal"]] == "similarity"
  least <- chance + if (similar) 2 / 3 * as.numeric(plan[["pd"]]) else 0
  t <- (mean(y) - least) / sqrt(variance)
  show("over_texts_p_value", pt(t, degrees, lower.tail = similar))
  half <- function(risk) qt(as.numeric(risk), degrees) * sqrt(variance)
  show("over_texts_pc_lower", max(mean(y) + half(plan[["alpha"]]), 0))
  show("over_texts_pc_upper", min(mean(y) - half(plan[["beta"]]), 1))
  show("over_texts_design_effect", variance / (mean(y) * (1 - mean(y)) / n))
}

# 1' K 1 for K_0 = I and K = B B' less its diagonal, and the components
variance_components <- function(e, shared) {
  n <- length(e)
  own <- lapply(shared, rowSums)
  lines <- cbind(1, mapply(function(b, d) b %*% colSums(b) - d, shared, own))
  left <- diag(c(n, rep(0, length(shared))))
  right <- sum(e^2)
  for (i in seq_along(shared)) {
    right <- c(right, sum(crossprod(shared[[i]], e)^2) - sum(own[[i]] * e^2))
    for (j in seq_along(shared)) {
      left[i + 1, j + 1] <- sum(crossprod(shared[[i]], shared[[j]])^2) - sum(own[[i]] * own[[j]])
    }
  }
  sums <- colSums(lines)
  left <- left - 2 / n * crossprod(lines) + outer(sums, sums) / n^2
  kept <- c(1, 1 + which(sums[-1] > 0))
  repeat {
    components <- rep(0, length(sums))
    components[kept] <- solve(left[kept, kept, drop = FALSE], right[kept])
    if (min(components[-1]) >= 0) return(list(components = components, sums = sums))
    kept <- setdiff(kept, 1 + which.min(components[-1]))
  }
}

# Whom the plan's rule excludes: too fast once, or too many attention triads failed. A triad that was
# given to its judge again is no sign of speed. Times are written in milliseconds: where that decides,
# the word of judges.csv is taken.
excluded_judges <- function(answers) {
  parts <- read("plan.csv")
  rule <- function(name) as.numeric(parts$value[parts$name == paste0("exclusion.", name)])
  least <- rule("least_seconds")
  most <- rule("most_failed_attention")
  judges <- read("judges.csv")
  marked <- judges$judge[judges$excluded_at_utc != ""]
  trials <- read("trials.csv")
  again <- trials[trials$kind == "main" & trials$given_again == "yes", ]
  live <- answers[answers$mode == "live", ]
  found <- character(0)
  if (length(least) == 1 && !is.na(least)) {
    main <- live[live$kind == "main", ]
    main <- main[!(paste(main$judge, main$triad) %in% paste(again$judge, again$triad)), ]
    beyond <- moment(main$answered_at_utc) - moment(main$shown_at_utc) - least
    found <- main$judge[beyond < -0.002 | (beyond < 0.002 & main$judge %in% marked)]
  }
  if (length(most) == 1 && !is.na(most)) {
    failed <- table(live$judge[live$kind == "attention" & live$correct == "0"])
    found <- c(found, names(failed)[failed > most])
  }
  unique(found)
}
moment <- function(text) {
  as.numeric(as.POSIXct(text, format = "%Y-%m-%dT%H:%M:%OSZ", tz = "UTC"))
}

# The analysis set that does not decide: with, or without, those whom the rule excludes
other_set <- function(answers, counted, plan) {
  out <- excluded_judges(answers)
  show("judges_excluded", length(out))
  if (plan[["primary_set"]] == "kept") {
    excluded <- answers$mode == "live" & answers$kind == "main" & answers$state == "excluded" &
      answers$judge %in% out
    found <- rbind(counted, answers[excluded, ])
  } else {
    found <- counted[!(counted$judge %in% out), ]
  }
  show("sensitivity_counted", nrow(found))
  show("sensitivity_correct", sum(found$correct == "1"))
}

# P(T >= t) where all guess: T weights right answers by how sure their judges were
sureness <- function(counted, plan) {
  chances <- 1
  statistic <- 0
  levels <- c("guess", "not_sure", "fairly_sure", "certain")
  for (level in levels) {
    weight <- as.integer(plan[[paste0("sureness_", level, "_weight")]])
    said <- counted$correct[counted$sureness == level] == "1"
    show(paste0("sureness_", level, "_counted"), length(said))
    show(paste0("sureness_", level, "_correct"), sum(said))
    statistic <- statistic + weight * sum(said)
    if (weight > 0 && length(said) > 0) {
      terms <- rep(0, weight * length(said) + 1)
      terms[seq(1, length(terms), by = weight)] <- dbinom(0:length(said), length(said), 1 / 3)
      together <- rep(0, length(chances) + length(terms) - 1)
      for (at in which(terms > 0)) {
        places <- at - 1 + seq_along(chances)
        together[places] <- together[places] + terms[at] * chances
      }
      chances <- together
    }
  }
  show("sureness_statistic", statistic)
  show("sureness_p_value", sum(chances[(statistic + 1):length(chances)]))
}

# What was written after choices: means beside right and wrong answers, or ratios B to A
numbers <- function(given) {
  counted <- given[given$counted == "yes", ]
  for (words in c("right", "wrong")) {
    beside <- counted[counted$correct == (if (words == "right") "1" else "0") &
                      counted$system == "", ]
    if (nrow(beside) > 0) {
      magnitude <- beside$method[1] == "magnitude"
      mean_of <- if (magnitude) exp(mean(as.numeric(beside$log_value))) else
        mean(as.numeric(beside$value))
      show(paste0("degree_", words, "_mean"), mean_of)
    }
  }
  of_texts <- counted[counted$system != "", ]
  criteria <- unique(of_texts$criterion)
  for (place in seq_along(criteria)) {
    # In a triad B less A is one and a half times what B's texts are above the mean of three.
    of_one <- of_texts[of_texts$criterion == criteria[place], ]
    above <- sum(as.numeric(of_one$log_less_page_mean[of_one$system == "B"]))
    show(paste0("rating_", place, "_ratio"), exp(1.5 * above / (nrow(of_one) / 3)))
  }
}

results <- read("results.csv")
plan <- as.list(setNames(results$value, results$quantity))
answers <- read("answers.csv")
counted <- answers[answers$counted == "yes", ]
show("counted", nrow(counted))
if (!is.null(plan[["sensitivity_counted"]])) other_set(answers, counted, plan)
if (nrow(counted) > 0) evidence(counted, plan)
if (!is.null(plan[["verdict"]]) && file.exists(file.path(folder, "ratings.csv"))) {
  numbers(read("ratings.csv"))
}
if (is.null(plan[["verdict"]])) {
  show("note", paste0("no verdict: this plan has ", plan[["evaluations"]], " evaluations"))
} else if (plan[["method"]] == "sequential") {
  wald(in_order(answers, plan), as.numeric(plan[["alpha"]]), as.numeric(plan[["beta"]]),
       as.numeric(plan[["pd"]]))
} else {
  x <- as.integer(plan[["verdict_correct"]])
  n <- as.integer(plan[["verdict_counted"]])
  of_verdict <- counted[as.integer(counted$triad) <= n, ]
  right <- sum(of_verdict$correct == "1")
  if (nrow(of_verdict) == n && right == x) {
    show("verdict_counted", n)
    show("verdict_correct", x)
    limits <- plan[["over_texts_p_value"]]
    if (!is.null(limits) && limits != "") over_texts(of_verdict, plan)
    if (plan[["evaluations_per_judge"]] != "1") {
      this <- sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE))
      source(file.path(dirname(this), "repeats.R"))
      repeats(of_verdict, plan[["protocol"]])
    }
  } else {
    show("left_counted", nrow(of_verdict))
    show("left_correct", right)
    show("note", paste0("withdrawn since: the verdict was given on ", x, " of ", n,
                        ", tested below"))
  }
  fixed(x, n, plan)
  if (!is.null(plan[["sureness_p_value"]])) sureness(counted, plan)
}

# Whether two values are equal, numbers but for rounding
same <- function(here, there) {
  a <- suppressWarnings(as.numeric(here))
  b <- suppressWarnings(as.numeric(there))
  if (is.na(a) || is.na(b)) return(identical(as.character(here), there))
  abs(a - b) <= max(1e-6 * abs(b), 1e-9)
}
stored <- intersect(names(computed), names(plan))
differ <- Filter(function(name) !same(computed[[name]], plan[[name]]), stored)
if (length(differ) > 0) {
  cat("differs from the stored result:\n")
  for (name in differ) {
    cat(name, ": ", format(computed[[name]], digits = 15), " here, ", plan[[name]],
        " in results.csv\n", sep = "")
  }
  quit(status = 1)
}
cat("agrees with the stored result\n")
